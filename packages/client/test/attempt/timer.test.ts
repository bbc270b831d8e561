import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import type { Clock } from '../../src/attempt/clock.ts'
import { sleep } from '../../src/attempt/timer.ts'
import { createSimulatedClock } from '../property/simulated-clock.ts'
import { failureOf } from '../support/failure-of.ts'

test('a timer that fires early does not shorten a wait that the server requested', async () => {
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

test('a wait ends even with a clock that stands still', async () => {
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

test('a signal ends a wait immediately, and leaves neither timer nor listener', async () => {
  const clock = createSimulatedClock()
  const controller = new AbortController()
  const { signal } = controller
  const failure = failureOf(sleep(1_000, clock, signal))
  expect(clock.pending()).toBe(1)
  const reason = new Error('the user left')
  controller.abort(reason)
  expect(await failure).toMatchObject({ code: 'aborted', cause: reason })
  expect(clock.pending()).toBe(0)
  expect(getEventListeners(signal, 'abort')).toEqual([])
  expect(await failureOf(sleep(1_000, clock, signal))).toMatchObject({ code: 'aborted' })
  expect(clock.pending()).toBe(0)
})

test('a wait that ends leaves no listener', async () => {
  const clock = createSimulatedClock()
  const { signal } = new AbortController()
  const startedAt = clock.now()
  await clock.run(sleep(1_000, clock, signal))
  expect(clock.now() - startedAt).toBe(1_000)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a clock may call back immediately, and then no listener is left', async () => {
  const { signal } = new AbortController()
  const clock: Clock = {
    now: () => 0,
    setTimeout: (callback) => callback(),
    clearTimeout() {},
  }
  await sleep(1_000, clock, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
