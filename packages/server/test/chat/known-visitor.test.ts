import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'

/** @see docs/api.md#opening-a-session: booking asks no known visitor for an email. */
test.each([
  ['is asked for an email', {}, true],
  ['whose name alone is known is asked for an email', { name: 'Ada' }, true],
  ['whose email is known is not asked for it', { email: 'ada@example.com' }, false],
])('a visitor who wants a meeting and %s', async (_, visitor, isAsked) => {
  const call = caller(await createKit())
  await call('PATCH', '/agent', { body: { booking: { enabled: true } } })
  const session = await call('POST', '/chat/sessions', { body: { visitor } })
  const path = `/chat/sessions/${session.json.id}/messages`
  const { json } = await call('POST', path, { body: { text: 'I want to book a meeting' } })
  expect(json.message.text.includes('email')).toBe(isAsked)
})
