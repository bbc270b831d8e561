import { describe, expect, test } from 'vitest'
import { createRequestBudget } from '../../src/call/request-budget.ts'

/** A budget with its own clock. */
function createBudget() {
  let now = 0
  const budget = createRequestBudget({ now: () => now })
  return {
    readyAt: budget.readyAt,
    /** Notes an answer that arrived at `atMs`. */
    answer(atMs: number, remaining: number, resetSeconds: number) {
      now = atMs
      budget.sent()
      budget.answered({ limit: 9, remaining, resetSeconds }, undefined)
    },
  }
}

describe('the window of an answer', () => {
  test('is the previous one if the two windows end at most a second and a half apart', () => {
    const { answer, readyAt } = createBudget()
    answer(0, 0, 30)
    answer(500, 5, 31)
    expect(readyAt()).toBe(31_500)
  })

  test('is a new one if the two windows end further apart', () => {
    const { answer, readyAt } = createBudget()
    answer(0, 0, 30)
    answer(501, 5, 31)
    expect(readyAt()).toBe(0)
  })
})
