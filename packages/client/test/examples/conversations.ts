import { expect } from 'vitest'
import { type ExamplesOf, example } from './example.ts'
import { chatOf } from './site.ts'

export const conversations: ExamplesOf<'conversations'> = {
  list: example({
    given: chatOf,
    async shown({ doorkit, console }) {
      for await (const { lead, preview } of doorkit.conversations.list({ has_lead: true })) {
        console.log(lead?.email, preview)
      }
    },
    proves: ({ printed }) => expect(printed).toEqual(['ada@example.com What does it cost?']),
  }),

  get: example({
    given: chatOf,
    async shown({ doorkit, console, conversationId }) {
      const { messages } = await doorkit.conversations.get(conversationId, { expand: ['messages'] })
      for (const { role, text } of messages ?? []) console.log(`${role}: ${text}`)
    },
    proves: ({ printed }) => expect(printed).toEqual(['user: What does it cost?']),
  }),
}
