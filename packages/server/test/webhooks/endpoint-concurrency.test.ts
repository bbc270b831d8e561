import { expect, test } from 'vitest'
import { nextPlaces } from '../../src/webhooks/endpoint-concurrency.ts'

const answer = (status: number | null, durationMs: number) => ({
  outcome: { status, error: null, response: null, durationMs, retryAfterMs: null },
})
const accepted = answer(200, 50)

test('an endpoint that did not answer is sent one delivery at a time', () => {
  expect(nextPlaces(32, [accepted, answer(null, 10_000), accepted])).toBe(1)
  expect(nextPlaces(32, [answer(null, 1_000)])).toBe(1)
})

test('an endpoint that answers quickly is sent twice as many deliveries at the same time, up to 32', () => {
  const places = [1]
  for (let round = 0; round < 7; round++) {
    const last = places.at(-1) ?? 0
    places.push(nextPlaces(last, Array(last).fill(accepted)))
  }
  expect(places).toEqual([1, 2, 4, 8, 16, 32, 32, 32])
})

test('an immediate refusal counts as a quick answer', () => {
  expect(nextPlaces(1, [answer(500, 20)])).toBe(2)
  expect(nextPlaces(8, [answer(null, 5)])).toBe(8)
})

test('an endpoint that answers slowly is sent at most four deliveries at the same time', () => {
  expect(nextPlaces(32, Array(32).fill(answer(200, 3_000)))).toBe(4)
  expect(nextPlaces(32, [answer(200, 1_000)])).toBe(4)
  expect(nextPlaces(1, [answer(200, 999)])).toBe(2)
  expect(nextPlaces(2, [answer(200, 3_000), accepted])).toBe(2)
})

test('an endpoint that did not need its places keeps them', () => {
  expect(nextPlaces(4, [accepted])).toBe(4)
  expect(nextPlaces(4, [])).toBe(4)
})
