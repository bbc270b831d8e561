import { expect, test } from 'vitest'
import { clientOver } from './client-over.ts'

test('a call that nobody awaits shows what it is, and sends nothing', () => {
  let sent = 0
  const client = clientOver(async () => {
    sent += 1
    return Response.json({})
  })
  expect(String(client.me.get())).toBe('[object DoorkitCall]')
  expect(sent).toBe(0)
})
