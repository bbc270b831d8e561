import { expect } from 'vitest'
import type { Budget } from './budgets.ts'

/** Expects a figure to be within its limit. The message of a failure names the budget. */
export function expectWithin({ what, unit, target, limit }: Budget, measured: number): void {
  expect(measured, `${unit} of ${what}, aimed at ${target}`).toBeLessThanOrEqual(limit)
}
