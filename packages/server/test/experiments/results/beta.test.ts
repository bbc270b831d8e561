import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { betaCdf, betaMean, betaQuantile } from '../../../src/experiments/results/beta.ts'

/** The difference of two numbers, relative to the second. */
const distance = (actual: number, expected: number) => Math.abs(actual - expected) / expected

const shape = fc.double({ min: 0, max: Math.log(1e6), noNaN: true }).map(Math.exp)
const probability = fc.double({ min: 0.001, max: 0.999, noNaN: true })

describe('the Beta distribution', () => {
  test('has its known exact values', () => {
    const near = (actual: number, expected: number) =>
      expect(distance(actual, expected)).toBeLessThan(1e-13)
    // If one parameter is 1, the cumulative distribution is a power.
    for (const n of [1, 2, 30, 5_000]) {
      for (const x of [0.95, 0.975, 0.999]) {
        near(betaCdf(x, { a: n, b: 1 }), x ** n)
        near(betaQuantile(x, { a: n, b: 1 }), x ** (1 / n))
        near(betaQuantile(x, { a: 1, b: n }), -Math.expm1(Math.log1p(-x) / n))
      }
    }
    // Jeffreys' prior is the arcsine distribution.
    near(betaCdf(0.3, { a: 0.5, b: 0.5 }), (2 / Math.PI) * Math.asin(Math.sqrt(0.3)))
    expect(betaMean({ a: 3, b: 1 })).toBe(0.75)
  })

  test('is symmetric: the chance of at most x, and that of at most 1 - x with a and b exchanged, add up to 1', () => {
    fc.assert(
      fc.property(shape, shape, probability, (a, b, x) => {
        expect(betaCdf(x, { a, b }) + betaCdf(1 - x, { a: b, b: a })).toBeCloseTo(1, 9)
      }),
    )
  })

  test('never falls as x grows, and the quantile is its inverse', () => {
    fc.assert(
      fc.property(shape, shape, probability, probability, (a, b, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one]
        const beta = { a, b }
        fc.pre(high - low > 1e-6)
        expect(betaCdf(low, beta)).toBeLessThanOrEqual(betaCdf(high, beta))
        expect(betaQuantile(low, beta)).toBeLessThanOrEqual(betaQuantile(high, beta))
        // Close to 1, neighboring floating-point numbers differ in probability by about this much.
        expect(distance(betaCdf(betaQuantile(low, beta), beta), low)).toBeLessThan(1e-8)
      }),
      { numRuns: 300 },
    )
  })

  test('ends at 0 and 1', () => {
    const beta = { a: 3, b: 4 }
    expect([0, -1, 1, 2].map((x) => betaCdf(x, beta))).toEqual([0, 0, 1, 1])
    expect([0, -1, 1, 2].map((p) => betaQuantile(p, beta))).toEqual([0, 0, 1, 1])
  })
})
