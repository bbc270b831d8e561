import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Beta } from '../../../src/experiments/results/beta.ts'
import { chanceToBeat, sumTerms } from '../../../src/experiments/results/chance-to-beat.ts'

/** The sum of the formula in exact whole numbers, without a gamma function, rounded once at the end. */
function exactChance(control: Beta, variant: Beta): number {
  const total = control.a + control.b + variant.b
  // The terms, each as a multiple of the first one. `scale` is the denominator of `sum` and `term`.
  let [sum, term, scale] = [1n, 1n, 1n]
  for (let i = 1; i < variant.a; i++) {
    const below = BigInt((total + i - 1) * i)
    term *= BigInt((control.a + i - 1) * (variant.b + i - 1))
    sum = sum * below + term
    scale *= below
  }
  // The first term: B(control.a, control.b + variant.b) / B(control.a, control.b).
  let [first, over] = [1n, 1n]
  for (let k = 0; k < variant.b; k++) {
    first *= BigInt(control.b + k)
    over *= BigInt(control.a + control.b + k)
  }
  return ratio(sum * first, scale * over)
}

/** A quotient of whole numbers. It has about 80 exact bits before it becomes a number. */
function ratio(numerator: bigint, denominator: bigint): number {
  const shift = BigInt(
    Math.max(0, denominator.toString(2).length - numerator.toString(2).length + 80),
  )
  return Number((numerator << shift) / denominator) / 2 ** Number(shift)
}

const rounding = 1e-13
const count = fc.integer({ min: 1, max: 120 })
const beta = fc.record({ a: count, b: count })

describe('the chance to beat the control', () => {
  test('equals exact arithmetic, for any small counts', () => {
    fc.assert(
      fc.property(beta, beta, (control, variant) => {
        const exact = exactChance(control, variant)
        expect(Math.abs(chanceToBeat(control, variant) - exact)).toBeLessThan(rounding)
        if (exact > 1e-200) expect(chanceToBeat(control, variant) / exact).toBeCloseTo(1, 11)
      }),
      { numRuns: 300 },
    )
  })

  test('has its known exact values', () => {
    // A uniform variant beats the control with a probability of 1 minus the mean of the control.
    expect(chanceToBeat({ a: 3, b: 1 }, { a: 1, b: 1 })).toBeCloseTo(0.25, 14)
    expect(chanceToBeat({ a: 1, b: 1 }, { a: 9, b: 1 })).toBeCloseTo(0.9, 14)
    expect(chanceToBeat({ a: 1, b: 2 }, { a: 1, b: 1 })).toBeCloseTo(2 / 3, 14)
  })

  test('is one half for equal counts, however large', () => {
    const evens = [1, 10, 1_000, 100_000, 1_000_000].flatMap((a) =>
      [1, 10, 1_000_000].map((b) => chanceToBeat({ a, b }, { a, b })),
    )
    for (const chance of evens) expect(Math.abs(chance - 0.5)).toBeLessThan(1e-12)
    expect(evens).toHaveLength(15)
  })

  test('and the chance of the control to beat the variant add up to 1', () => {
    const large = fc.integer({ min: 1, max: 200_000 })
    const any = fc.record({ a: large, b: large })
    fc.assert(
      fc.property(any, any, (one, other) => {
        const chance = chanceToBeat(one, other)
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(chance).toBeLessThanOrEqual(1)
        // Hundreds of thousands of terms are each rounded.
        expect(Math.abs(chance + chanceToBeat(other, one) - 1)).toBeLessThan(1e-10)
      }),
      { numRuns: 200 },
    )
  })

  test('needs fewer than a million terms, and is accurate, for counts up to 10^9', () => {
    const counts = [1, 2, 100, 10_000, 1_000_000, 100_000_000, 999_999_900]
    const betas = counts
      .flatMap((a) => counts.map((b) => ({ a, b })))
      .filter(({ a, b }) => a + b <= 1_000_000_000)
    let most = 0
    for (const one of betas) {
      for (const other of betas) {
        const there = sumTerms(one, other)
        const back = sumTerms(other, one)
        expect(Math.abs(there.sum + back.sum - 1)).toBeLessThan(1e-9)
        most = Math.max(most, there.terms)
      }
      // A variant beats a uniform control with the probability of its mean.
      expect(chanceToBeat({ a: 1, b: 1 }, one)).toBeCloseTo(one.a / (one.a + one.b), 12)
    }
    expect(most).toBeLessThan(1_000_000)
    expect(most).toBeGreaterThan(100_000)
  })

  test('treats more than 10^9 trials like 10^9 trials, and a rate below 1 in 10^9 like that rate', () => {
    const chance = chanceToBeat({ a: 5e14, b: 5e14 }, { a: 5.000_1e14, b: 4.999_9e14 })
    expect(chance).toBe(chanceToBeat({ a: 5e8, b: 5e8 }, { a: 500_010_000, b: 499_990_000 }))
    expect(chanceToBeat({ a: 1, b: 1e15 }, { a: 2, b: 1e15 })).toBe(
      chanceToBeat({ a: 1, b: 1e9 }, { a: 1, b: 1e9 }),
    )
  })

  test('never falls with another conversion of the variant, and never rises with another miss', () => {
    fc.assert(
      fc.property(beta, beta, (control, { a, b }) => {
        const chance = chanceToBeat(control, { a, b })
        expect(chanceToBeat(control, { a: a + 1, b }) - chance).toBeGreaterThan(-rounding)
        expect(chanceToBeat(control, { a, b: b + 1 }) - chance).toBeLessThan(rounding)
      }),
    )
  })

  test('roughly equals the share of random draws in which the variant is higher', () => {
    // The k-th smallest of n uniform draws is a Beta variable, so this needs no formula of the code.
    let state = 12_345
    const uniform = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
    const smallest = (rank: number, size: number) =>
      Array.from({ length: size }, uniform).sort((left, right) => left - right)[rank - 1] ?? 0
    const draws = 20_000
    let wins = 0
    for (let draw = 0; draw < draws; draw++) if (smallest(3, 6) > smallest(2, 6)) wins += 1
    const chance = chanceToBeat({ a: 2, b: 5 }, { a: 3, b: 4 })
    expect(chance).toBeGreaterThan(0.7)
    expect(Math.abs(wins / draws - chance)).toBeLessThan(0.01)
  })
})
