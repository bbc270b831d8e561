import { expect, test } from 'vitest'
import type { Clock } from '../src/clock.ts'
import { sleep } from '../src/sleep.ts'

test('a timer that fires early does not shorten a wait that a server asked for', async () => {
  let now = 0
  const delays: number[] = []
  const clock: Clock = {
    now: () => now,
    setTimeout(callback, delayMs) {
      delays.push(delayMs)
      now += Math.max(1, delayMs - 3.4)
      queueMicrotask(callback)
    },
    clearTimeout() {},
  }
  await sleep(1_000, clock, undefined)
  expect(now).toBeGreaterThanOrEqual(1_000)
  expect(delays).toEqual([1_000, 4, 3, 2, 1])
})

test('a clock that stands still ends a wait all the same', async () => {
  let timers = 0
  await sleep(
    1_000,
    {
      now: () => 0,
      setTimeout(callback) {
        timers++
        queueMicrotask(callback)
      },
      clearTimeout() {},
    },
    undefined,
  )
  expect(timers).toBe(1)
})
