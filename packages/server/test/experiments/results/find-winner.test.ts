import { describe, expect, test } from 'vitest'
import { compareArms } from '../../../src/experiments/results/compare-arms.ts'
import {
  findLeader,
  findWinner,
  isComparable,
  isProven,
} from '../../../src/experiments/results/find-winner.ts'
import { toResults } from '../../../src/experiments/results/show-experiment.ts'
import { type Counts, challengerOf, contestOf } from '../../support/contest.ts'

const enough: Counts = [200, 10]

describe('States and transitions: the evidence that a winner needs', () => {
  test.each<[string, Counts, Counts, boolean]>([
    ['200 views and 10 conversions on each', enough, enough, true],
    ['199 views of the control', [199, 10], enough, false],
    ['9 conversions of the control', [200, 9], enough, false],
    ['199 views of the variant', enough, [199, 10], false],
    ['9 conversions of the variant', enough, [200, 9], false],
  ])('exists with %s (%j, %j): %s', (_, control, variant, expected) => {
    const contest = contestOf(control, variant)
    expect(isComparable(contest, challengerOf(contest))).toBe(expected)
  })

  test.each([
    [0.95, true],
    [0.95 - Number.EPSILON, false],
    [0.949, false],
    [1, true],
  ])('a chance of %d is enough: %s', (chance, expected) => {
    const contest = contestOf(enough, enough)
    expect(isProven(contest, { ...challengerOf(contest), chance })).toBe(expected)
  })

  test('a high chance without enough views and conversions is not evidence', () => {
    const contest = contestOf([199, 10], [400, 200])
    expect(challengerOf(contest).chance).toBeGreaterThan(0.999)
    expect(isProven(contest, challengerOf(contest))).toBe(false)
    expect(findWinner(contest)).toBeNull()
  })

  test('one more conversion makes a variant the winner', () => {
    const short = contestOf([200, 20], [200, 31])
    const proven = contestOf([200, 20], [200, 32])
    expect(challengerOf(short).chance).toBeCloseTo(0.9493, 4)
    expect(challengerOf(proven).chance).toBeCloseTo(0.9619, 4)
    expect(findWinner(short)).toBeNull()
    expect(findWinner(proven)?.variant.id).toBe('var_1')
  })

  test('of several proven variants, the one with the highest rate wins', () => {
    expect(findWinner(contestOf([400, 20], [400, 60], [400, 80]))?.variant.id).toBe('var_2')
    expect(findWinner(contestOf([400, 20], [400, 80], [400, 60]))?.variant.id).toBe('var_1')
  })

  test('a variant with few views neither leads nor prevents another from winning', () => {
    const contest = contestOf([400, 20], [400, 60], [3, 3])
    expect(findWinner(contest)?.variant.id).toBe('var_1')
    expect(findLeader(contest)?.variant.id).toBe('var_1')
    expect(findLeader(contestOf([400, 20], [3, 3]))).toBeNull()
  })
})

describe('results of a variant', () => {
  test('before the first view, every rate is equally likely', () => {
    const { control, challengers } = contestOf([0, 0], [0, 0])
    const results = [control, ...challengers].map((contender) => toResults(contender))
    for (const result of results) {
      expect(result).toMatchObject({ views: 0, rate: 0.5, lift: 0 })
      expect(result.rate_low).toBeCloseTo(0.025, 13)
      expect(result.rate_high).toBeCloseTo(0.975, 13)
    }
    expect(results.map((result) => result.chance_beats_current)).toEqual([null, 0.5])
  })

  test('the rate is the mean of the posterior, inside its interval, and lift is relative', () => {
    const { control, challengers } = contestOf([98, 9], [198, 39])
    const [challenger] = challengers
    if (!challenger) throw new Error('There is no challenger.')
    const current = toResults(control)
    const result = toResults(challenger)
    expect(current.rate).toBeCloseTo(10 / 100, 14)
    expect(result.rate).toBeCloseTo(40 / 200, 14)
    expect(result.lift).toBeCloseTo(1, 13)
    expect(current.lift).toBe(0)
    expect(result.rate_low).toBeLessThan(result.rate)
    expect(result.rate_high).toBeGreaterThan(result.rate)
    // In R: qbeta(c(0.025, 0.975), 40, 160).
    expect(result.rate_low).toBeCloseTo(0.14765455, 8)
    expect(result.rate_high).toBeCloseTo(0.25802522, 8)
  })

  test('more conversions than views, which a site may report, give a rate below 1', () => {
    const { control, challengers } = contestOf([10, 30], [0, 5])
    for (const contender of [control, ...challengers]) {
      const { rate, rate_low, rate_high } = toResults(contender)
      expect(contender.posterior.b).toBe(1)
      expect(rate_low).toBeGreaterThan(0)
      expect(rate_low).toBeLessThan(rate)
      expect(rate).toBeLessThan(rate_high)
      expect(rate_high).toBeLessThan(1)
    }
  })

  test('a variant whose counts are not stored yet has no views and no conversions', () => {
    const { control } = compareArms(
      {
        metric: 'leads',
        variants: [
          {
            id: 'var_new',
            name: 'New',
            control: true,
            headline: 'Hello',
            buttons: [],
            angle: null,
            created_at: 7,
          },
        ],
      },
      [],
    )
    expect(control).toMatchObject({ conversions: 0, counts: { views: 0, counted_at: 7 } })
  })
})
