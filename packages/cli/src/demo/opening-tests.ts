import type { Experiment } from '@doorkit/models'
import { dayMs, experiments } from '@doorkit/server/internal'
import { openingTestTexts } from './opening-test-texts.ts'
import type { Action, Simulation } from './simulation.ts'

/** One arm of an opening test. */
export interface Arm {
  readonly experiment: string
  readonly variant: string
  /** Whether the next visitor who writes nothing opens the chat: true for a fixed share of calls. */
  attracts(): boolean
}

/**
 * Two groups of visitors. Each is split evenly over both arms, because a random split of the few writers
 * could make one arm win.
 */
export type Visitors = 'writers' | 'others'

/** An opening test that runs or has run. */
export interface OpeningTest {
  readonly id: string
  readonly pages: readonly string[]
  /** The control, and the variant that is compared with it. */
  readonly arms: readonly [Arm, Arm]
  /** How many times each group has seen the test. */
  readonly shown: Record<Visitors, number>
}

/** Plans the opening tests. Each joins `tests` when it is created. */
export function openingTestActions(
  { call }: Simulation,
  today: number,
  tests: OpeningTest[],
): Action[] {
  return openingTestTexts.flatMap(({ startedDaysAgo, stoppedDaysAgo, arms, ...test }): Action[] => {
    const at = today - startedDaysAgo * dayMs
    let id = ''
    const prepare = async () => {
      const [control, variant] = arms
      const { headline, buttons } = control
      id = (await call('/experiments', { ...test, headline, buttons })).id
      const { shareWhoOpenChat: _, ...proposed } = variant
      const { variants } = await call<Experiment>(`/experiments/${id}/variants`, proposed)
      const armOf = (position: 0 | 1): Arm => ({
        experiment: id,
        variant: variants[position]?.id ?? '',
        attracts: trueForShare(arms[position].shareWhoOpenChat),
      })
      tests.push({
        id,
        pages: test.pages,
        arms: [armOf(0), armOf(1)],
        shown: { writers: 0, others: 0 },
      })
    }
    const stop = { run: () => call(`/experiments/${id}/stop`), writesEvents: true }
    return [
      { at: at - dayMs, run: prepare },
      { at, run: () => call(`/experiments/${id}/start`), writesEvents: true },
      ...(stoppedDaysAgo === null ? [] : [{ at: today - stoppedDaysAgo * dayMs, ...stop }]),
    ]
  })
}

/** Picks the arm that the next visitor of a page sees: each arm in turn; null if no test runs there. */
export async function pickArm(
  { store, workspace }: Simulation,
  tests: readonly OpeningTest[],
  page: string,
  visitors: Visitors,
): Promise<Arm | null> {
  const test = tests.find(({ pages }) => pages.includes(page))
  if (!test) return null
  const row = await experiments.get(store, workspace, test.id)
  if (row?.columns.status !== 'running') return null
  test.shown[visitors] += 1
  return test.arms[test.shown[visitors] % 2 === 0 ? 1 : 0]
}

/** Returns a function that returns true for an evenly spread share of its calls. */
function trueForShare(share: number): () => boolean {
  let calls = 0
  return () => {
    calls += 1
    return Math.floor(calls * share) > Math.floor((calls - 1) * share)
  }
}
