import { expect, test } from 'vitest'
import { leaseAfter, leaseUntil } from '../../src/worker/lease-token.ts'

test('a lease sorts before the present time from its end on, and not earlier', () => {
  for (const end of [0, 9, 999, 1_000, 1_760_000_000_000]) {
    expect(leaseUntil(end) < leaseAfter(end)).toBe(true)
    expect(leaseUntil(end + 1) < leaseAfter(end)).toBe(false)
  }
  expect('' < leaseAfter(0)).toBe(true)
})

test('a time before the epoch ends a lease at the epoch', () => {
  expect(leaseUntil(-5).startsWith(`${'0'.repeat(15)}.`)).toBe(true)
})

test('two leases with the same end are different', () => {
  expect(leaseUntil(7)).not.toBe(leaseUntil(7))
})
