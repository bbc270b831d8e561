import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'

/** @see docs/api.md#opening-a-session: the agent asks no visitor for an email that is known. */
test.each([
  ['nothing', {}, true],
  ['only the name', { name: 'Ada' }, true],
  ['the email', { email: 'ada@example.com' }, false],
])(
  'with %s known (%j), a visitor who wants a meeting is asked for an email: %s',
  async (_, visitor, isAsked) => {
    const call = caller(await createKit())
    await call('PATCH', '/agent', { body: { booking: { enabled: true } } })
    const session = await call('POST', '/chat/sessions', { body: { visitor } })
    const path = `/chat/sessions/${session.json.id}/messages`
    const { json } = await call('POST', path, { body: { text: 'I want to book a meeting' } })
    expect(json.message.text.includes('email')).toBe(isAsked)
  },
)
