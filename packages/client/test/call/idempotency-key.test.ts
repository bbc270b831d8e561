import { expect, test } from 'vitest'
import { idempotencyKeyFor } from '../../src/call/idempotency-key.ts'

test('a read has no idempotency key, and each write has its own', () => {
  expect(idempotencyKeyFor('GET', undefined)).toBeUndefined()
  const keys = ['POST', 'PATCH', 'DELETE'].map((method) => idempotencyKeyFor(method, undefined))
  for (const key of keys) expect(key).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(keys).size).toBe(3)
})

test('a key of the caller is accepted only for a write, and must be 1 to 255 visible ASCII characters', () => {
  for (const key of ['k', '!~', 'k'.repeat(255)]) expect(idempotencyKeyFor('POST', key)).toBe(key)
  const refused = (method: string, key: string) => () => idempotencyKeyFor(method, key)
  expect(refused('GET', 'k')).toThrow(/left out/)
  for (const key of ['', 'a b', ' k', 'k ', 'clé', 'k'.repeat(256)]) {
    expect(refused('POST', key)).toThrow(/1 to 255 visible ASCII/)
  }
})
