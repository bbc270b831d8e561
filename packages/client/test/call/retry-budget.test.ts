import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRetryBudget, refillBySuccess } from '../../src/call/retry-budget.ts'

describe('the retry budget', () => {
  test('allows 20 retries at once, then one a second', () => {
    let now = 0
    const spendRetries = createRetryBudget({ now: () => now })
    const takeAll = () => {
      let taken = 0
      while (spendRetries(1)) taken++
      return taken
    }
    expect(takeAll()).toBe(20)
    now += 5_000
    expect(takeAll()).toBe(5)
    now += 3_600_000
    expect(takeAll()).toBe(20)
  })

  test('never allows more retries than it has and earns', () => {
    const steps = fc.array(fc.constantFrom('take', 'succeeded', 'second'), { maxLength: 400 })
    fc.assert(
      fc.property(steps, (sequence) => {
        let now = 0
        const spendRetries = createRetryBudget({ now: () => now })
        let taken = 0
        let earned = 20
        for (const step of sequence) {
          if (step === 'take') taken += Number(spendRetries(1))
          else if (step === 'succeeded') {
            spendRetries(-refillBySuccess)
            earned += 0.1
          } else {
            now += 1_000
            earned += 1
          }
          expect(taken).toBeLessThanOrEqual(earned + 1e-9)
        }
      }),
    )
  })
})
