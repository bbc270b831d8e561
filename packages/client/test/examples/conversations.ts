import { expect } from 'vitest'
import type { TestWorkspace } from '../../src/testing/index.ts'
import { type ExamplesOf, example } from './example.ts'
import { reportChat } from './site.ts'

export const conversations: ExamplesOf<'conversations'> = {
  list: example({
    given: reportChat,
    async shown({ doorkit, console }) {
      for await (const { lead, preview } of doorkit.conversations.list({ has_lead: true })) {
        console.log(lead?.email, preview)
      }
    },
    proves: ({ printed }) => expect(printed).toEqual(['ada@example.com What does it cost?']),
  }),

  get: example({
    given: reportChat,
    async shown({ doorkit, console, conversationId }) {
      const { messages } = await doorkit.conversations.get(conversationId, { expand: ['messages'] })
      for (const { role, text } of messages ?? []) console.log(`${role}: ${text}`)
    },
    proves: ({ printed }) => expect(printed).toEqual(['user: What does it cost?']),
  }),

  delete: example({
    given: reportChat,
    async shown({ doorkit, console, conversationId }) {
      const { deleted } = await doorkit.conversations.delete(conversationId)
      console.log(deleted)
    },
    proves: ({ printed }) => expect(printed).toEqual(['true']),
  }),

  join: example({
    given: reportChat,
    async shown({ doorkit, console, conversationId }) {
      const person = { id: 'user-7', name: 'Grace' }
      const { team } = await doorkit.conversations.join(conversationId, { person })
      console.log(team.state, team.person?.name)
    },
    proves: ({ printed }) => expect(printed).toEqual(['person Grace']),
  }),

  send: example({
    given: joinAsGrace,
    async shown({ doorkit, console, conversationId }) {
      const message = await doorkit.conversations.send(conversationId, {
        person: { id: 'user-7', name: 'Grace' },
        text: 'Hello, I am Grace. How can I help?',
      })
      console.log(message.role, message.author?.name)
    },
    proves: ({ printed }) => expect(printed).toEqual(['assistant Grace']),
  }),

  leave: example({
    given: joinAsGrace,
    async shown({ doorkit, console, conversationId }) {
      const person = { id: 'user-7', name: 'Grace' }
      const { team } = await doorkit.conversations.leave(conversationId, { person })
      console.log(team.state)
    },
    proves: ({ printed }) => expect(printed).toEqual(['agent']),
  }),
}

async function joinAsGrace(workspace: TestWorkspace) {
  const chat = await reportChat(workspace)
  const person = { id: 'user-7', name: 'Grace' }
  await workspace.client.conversations.join(chat.conversationId, { person })
  return chat
}
