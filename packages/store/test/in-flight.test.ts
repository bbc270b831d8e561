import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createInFlight } from '../src/index.ts'

test('no call is in flight before the first one', async () => {
  await createInFlight().ended()
})

test('a call that starts when another one fails is waited for, too', async () => {
  const { track, ended } = createInFlight()
  let endSecond = () => {}
  const second = new Promise<void>((resolve) => {
    endSecond = resolve
  })
  const first = setImmediate().then(() => {
    throw new Error('The first call failed.')
  })
  const failed = track(first).catch(() => track(second))
  let hasEnded = false
  const waiting = ended().then(() => {
    hasEnded = true
  })
  await first.catch(() => {})
  await setImmediate()
  expect(hasEnded).toBe(false)
  endSecond()
  await failed
  await waiting
})
