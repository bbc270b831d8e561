import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchDelays } from '../stalls/watch-delays.ts'

/** A request that is answered two ticks later. */
async function ask() {
  await nextTick()
  await nextTick()
}

function block() {
  const end = performance.now() + 30
  while (performance.now() < end);
}

test('a request that is answered only after the heavy work is not counted, but its wait is measured', async () => {
  const { delays } = await watchDelays(async () => block(), ask)
  expect(delays.requests).toBe(0)
  expect(delays.waitMs).toBeGreaterThan(25)
})

test('a request that is answered during heavy work is counted', async () => {
  const heavy = async () => {
    for (let part = 0; part < 10; part += 1) await nextTick()
  }
  const { delays } = await watchDelays(heavy, ask)
  expect(delays.requests).toBeGreaterThan(0)
})
