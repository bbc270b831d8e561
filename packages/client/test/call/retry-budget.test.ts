import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRetryBudget, refillBySuccess } from '../../src/call/retry-budget.ts'

describe('the retry budget', () => {
  test('allows 20 retries immediately, and then one a second', () => {
    let now = 0
    const spendRetries = createRetryBudget({ now: () => now })
    const spendAll = () => {
      let spent = 0
      while (spendRetries(1)) spent++
      return spent
    }
    expect(spendAll()).toBe(20)
    now += 5_000
    expect(spendAll()).toBe(5)
    now += 3_600_000
    expect(spendAll()).toBe(20)
  })

  test('never allows more retries than it starts with and earns', () => {
    const steps = fc.array(fc.constantFrom('retry', 'succeeded', 'second'), { maxLength: 400 })
    fc.assert(
      fc.property(steps, (sequence) => {
        let now = 0
        const spendRetries = createRetryBudget({ now: () => now })
        let spent = 0
        let earned = 20
        for (const step of sequence) {
          if (step === 'retry') spent += Number(spendRetries(1))
          else if (step === 'succeeded') {
            spendRetries(-refillBySuccess)
            earned += 0.1
          } else {
            now += 1_000
            earned += 1
          }
          expect(spent).toBeLessThanOrEqual(earned + 1e-9)
        }
      }),
    )
  })
})
