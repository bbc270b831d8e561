import { describe, expect, test } from 'vitest'
import type { ExperimentData, ExperimentStatus } from '../../../src/collections/experiment.ts'
import { reachVerdict } from '../../../src/experiments/results/ended-test-verdict.ts'
import { type Counts, challengerOf, contestOf } from '../../support/contest.ts'

/** A test in a status, with the fields that a verdict reads. */
function rowIn(status: ExperimentStatus, data: Partial<ExperimentData> = {}) {
  return {
    columns: { workspace: 'ws_1', created_at: 0, status },
    data: {
      name: 'Opening',
      pages: ['/'],
      metric: 'chats' as const,
      hypothesis: null,
      winner: null,
      started_at: 1,
      ended_at: 2,
      applied_at: null,
      reason: null,
      variants: [],
      ...data,
    },
  }
}

describe('the verdict of a test that was stopped', () => {
  test.each<[string, Counts[]]>([
    [
      'better',
      [
        [400, 20],
        [400, 60],
      ],
    ],
    [
      'worse',
      [
        [400, 60],
        [400, 20],
      ],
    ],
    [
      'no_difference',
      [
        [400, 40],
        [400, 42],
      ],
    ],
    [
      'inconclusive',
      [
        [199, 20],
        [400, 60],
      ],
    ],
    [
      'inconclusive',
      [
        [400, 20],
        [400, 9],
      ],
    ],
    [
      'inconclusive',
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'no_difference',
      [
        [400, 60],
        [400, 20],
        [400, 61],
      ],
    ],
    [
      'worse',
      [
        [4_000, 600],
        [4_000, 200],
        [4_000, 300],
      ],
    ],
  ])('is %s for the views and conversions %j', (verdict, arms) => {
    const contest = contestOf(...arms)
    const reached = reachVerdict(rowIn('stopped'), contest)
    expect(reached.verdict).toBe(verdict)
    expect(reached.result === null).toBe(verdict === 'inconclusive')
  })

  test('is about the leading variant', () => {
    const contest = contestOf([400, 60], [400, 20], [400, 61])
    const leader = contest.challengers[1]
    expect(reachVerdict(rowIn('stopped'), contest).result).toEqual({
      variant: 'var_2',
      rate: leader?.rate,
      current_rate: contest.control.rate,
      lift: leader && leader.rate / contest.control.rate - 1,
      chance_beats_current: leader?.chance,
    })
  })

  test('changes exactly at the chances 0.05 and 0.95', () => {
    const border = (chance: number) => {
      const contest = contestOf([400, 40], [400, 40])
      const challengers = [{ ...challengerOf(contest), chance }]
      return reachVerdict(rowIn('stopped'), { ...contest, challengers }).verdict
    }
    expect(border(0.95)).toBe('better')
    expect(border(0.9499)).toBe('no_difference')
    expect(border(0.0501)).toBe('no_difference')
    expect(border(0.05)).toBe('worse')
  })
})

describe('the verdict of any test', () => {
  const proven = contestOf([400, 20], [400, 60])

  test('is null until the test has begun and ended', () => {
    const none = { verdict: null, result: null }
    const unstarted = { started_at: null, ended_at: null }
    expect(reachVerdict(rowIn('draft', unstarted), proven)).toEqual(none)
    expect(reachVerdict(rowIn('ready', unstarted), proven)).toEqual(none)
    expect(reachVerdict(rowIn('running', { ended_at: null }), proven)).toEqual(none)
    expect(reachVerdict(rowIn('paused', { ended_at: null }), proven)).toEqual(none)
    expect(reachVerdict(rowIn('stopped', { started_at: null }), proven)).toEqual(none)
  })

  test('is better if there is a winner, and the result is about the winner', () => {
    const several = contestOf([400, 20], [400, 60], [400, 80])
    for (const status of ['winner_found', 'applied', 'stopped'] as const) {
      const { verdict, result } = reachVerdict(rowIn(status, { winner: 'var_1' }), several)
      expect([verdict, result?.variant]).toEqual(['better', 'var_1'])
    }
  })

  test('is inconclusive if the test failed or was invalidated, whatever the counts', () => {
    for (const status of ['failed', 'invalidated'] as const) {
      expect(reachVerdict(rowIn(status), proven)).toEqual({ verdict: 'inconclusive', result: null })
    }
  })
})
