import { expect } from 'vitest'
import type { TestWorkspace } from '../../src/testing/index.ts'
import { type ExamplesOf, example } from './example.ts'

async function createSession({ client }: TestWorkspace) {
  await client.knowledgeDocuments.create({ name: 'Prices', content: 'The door costs 10 euros.' })
  const { id } = await client.chatSessions.create()
  return { sessionId: id }
}

const question = 'What does the door cost?'

export const chatSessions: ExamplesOf<'chatSessions'> = {
  create: example({
    async shown({ doorkit, console }) {
      const session = await doorkit.chatSessions.create({
        channel: 'app',
        visitor: { email: 'ada@example.com', name: 'Ada' },
        context: { plan: 'trial', seats: 3 },
      })
      console.log(session.id, session.status)
    },
    async proves({ printed, workspace }) {
      expect(printed[0]).toMatch(/^chs_\w+ open$/)
      expect(await workspace.client.conversations.list().first()).toMatchObject({ channel: 'app' })
    },
  }),

  get: example({
    async given(workspace) {
      const chat = await createSession(workspace)
      await workspace.client.chatSessions.send(chat.sessionId, { text: question })
      return chat
    },
    async shown({ doorkit, console, sessionId }) {
      const { messages } = await doorkit.chatSessions.get(sessionId)
      for (const { role, text } of messages) console.log(`${role}: ${text}`)
    },
    proves({ printed }) {
      expect(printed[0]).toBe(`user: ${question}`)
      expect(printed[1]).toMatch(/^assistant: .*10 euros/s)
    },
  }),

  send: example({
    given: createSession,
    async shown({ doorkit, console, sessionId }) {
      const { message, actions } = await doorkit.chatSessions.send(sessionId, {
        text: 'What does the door cost?',
      })
      console.log(message.text)
      if (actions.some(({ type }) => type === 'handoff_requested')) console.log('wants a person')
    },
    proves({ printed }) {
      expect(printed).toHaveLength(1)
      expect(printed[0]).toContain('10 euros')
    },
  }),

  stream: example({
    given: createSession,
    async shown({ doorkit, console, sessionId }) {
      const stream = await doorkit.chatSessions.stream(sessionId, {
        text: 'What does the door cost?',
      })
      for await (const delta of stream.textDeltas()) console.log(delta)
    },
    proves: ({ printed }) => expect(printed.join('')).toContain('10 euros'),
  }),
}
