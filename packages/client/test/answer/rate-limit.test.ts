import { expect, test } from 'vitest'
import { readRateLimit } from '../../src/answer/rate-limit.ts'

function readLimit(limit: string, remaining = '7', reset = '30') {
  return readRateLimit(
    new Headers({
      'ratelimit-limit': limit,
      'ratelimit-remaining': remaining,
      'ratelimit-reset': reset,
    }),
  )
}

test('a budget of 0 is a budget', () => {
  expect(readLimit('0', '0', '0')).toEqual({ limit: 0, remaining: 0, resetSeconds: 0 })
})

test('inconsistent numbers are read as they are', () => {
  expect(readLimit('1', '7', '0')).toEqual({ limit: 1, remaining: 7, resetSeconds: 0 })
})

test('a RateLimit header without numbers is not a budget', () => {
  expect(readRateLimit(new Headers({ ratelimit: '"default"' }))).toBeUndefined()
})

test('a number may be followed by a policy and nothing else', () => {
  const budget = { limit: 120, remaining: 7, resetSeconds: 30 }
  for (const limit of ['120', '120, 120;w=60', '120;w=60']) expect(readLimit(limit)).toEqual(budget)
  for (const limit of ['120 requests', '120.5', '1234567890123', 'x120', '-120', '']) {
    expect(readLimit(limit)).toBeUndefined()
  }
})

test('a policy alone is not a budget', () => {
  const policy = '"default";q=120;w=60;r=7;t=30'
  expect(readRateLimit(new Headers({ 'ratelimit-policy': policy }))).toBeUndefined()
  const headers = new Headers({ ratelimit: '"default";r=7;t=30', 'ratelimit-policy': policy })
  expect(readRateLimit(headers)).toEqual({ limit: 120, remaining: 7, resetSeconds: 30 })
})
