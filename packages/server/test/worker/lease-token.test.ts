import { expect, test } from 'vitest'
import { leaseAfter, leaseUntil } from '../../src/worker/claim-work.ts'

test('a token sorts before `leaseAfter` of a time only if its lease has ended by then', () => {
  for (const end of [0, 9, 999, 1_000, 1_760_000_000_000]) {
    expect(leaseUntil(end) < leaseAfter(end)).toBe(true)
    expect(leaseUntil(end + 1) < leaseAfter(end)).toBe(false)
  }
  expect('' < leaseAfter(0)).toBe(true)
})

test('a lease that would end before the epoch ends at the epoch', () => {
  expect(leaseUntil(-5).startsWith(`${'0'.repeat(15)}.`)).toBe(true)
})

test('two leases with the same end have different tokens', () => {
  expect(leaseUntil(7)).not.toBe(leaseUntil(7))
})
