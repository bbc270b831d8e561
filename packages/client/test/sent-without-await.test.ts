import { expect, test } from 'vitest'
import { clientOver } from './support/client-over.ts'
import { nextTick } from './support/next-tick.ts'

test('a call that nothing awaits is sent, but not before its method returns, and prints as DoorkitCall', async () => {
  let sent = 0
  const client = clientOver(async () => {
    sent += 1
    return Response.json({})
  })
  expect(String(client.me.get())).toBe('[object DoorkitCall]')
  expect(sent).toBe(0)
  await nextTick()
  expect(sent).toBe(1)
})
