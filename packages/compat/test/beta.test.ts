import cdf from '@stdlib/stats-base-dists-beta-cdf'
import quantile from '@stdlib/stats-base-dists-beta-quantile'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { betaCdf, betaQuantile } from '../../server/src/experiments/results/beta.ts'

const shapes = [1, 2, 3, 7, 11, 50, 124, 1_000, 12_345, 100_000, 1_000_000]
const probabilities = [1e-6, 0.001, 0.025, 0.3, 0.5, 0.7, 0.975, 0.999, 0.999999]
const cases = shapes.flatMap((a) => shapes.flatMap((b) => probabilities.map((p) => ({ a, b, p }))))

/** The difference of two numbers, relative to the second. */
const distance = (actual: number, expected: number) => Math.abs(actual - expected) / expected

const shape = fc.double({ min: 0, max: Math.log(1e6), noNaN: true }).map(Math.exp)
const probability = fc.double({ min: 0.001, max: 0.999, noNaN: true })

describe('the Beta distribution', () => {
  test('agrees with another implementation up to parameters of a million', () => {
    const far = cases.filter(({ a, b, p }) => {
      const x = betaQuantile(p, { a, b })
      return (
        distance(x, quantile(p, a, b)) > 1e-9 || distance(betaCdf(x, { a, b }), cdf(x, a, b)) > 1e-9
      )
    })
    expect(far).toEqual([])
    expect(cases).toHaveLength(1_089)
  })

  test('agrees with another implementation for fractional parameters', () => {
    fc.assert(
      fc.property(shape, shape, probability, (a, b, p) => {
        const x = betaQuantile(p, { a, b })
        expect(distance(x, quantile(p, a, b))).toBeLessThan(1e-9)
        expect(distance(betaCdf(x, { a, b }), cdf(x, a, b))).toBeLessThan(1e-9)
      }),
      { numRuns: 500 },
    )
  })
})
