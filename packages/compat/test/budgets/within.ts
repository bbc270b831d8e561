import { expect } from 'vitest'
import type { Budget } from './budgets.ts'

/** Fails with the whole budget, so that the message says what was measured. */
export function expectWithin({ what, unit, target, limit }: Budget, measured: number): void {
  expect(measured, `${unit} of ${what}, aimed at ${target}`).toBeLessThanOrEqual(limit)
}
