import { expect, test } from 'vitest'
import { clientOver } from './client-over.ts'
import { nextTurn } from './next-turn.ts'

test('a call shows what it is, and is sent in the next microtask whether or not anything awaits it', async () => {
  let sent = 0
  const client = clientOver(async () => {
    sent += 1
    return Response.json({})
  })
  expect(String(client.me.get())).toBe('[object DoorkitCall]')
  expect(sent).toBe(0)
  await nextTurn()
  expect(sent).toBe(1)
})
