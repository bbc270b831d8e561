import type { Experiment } from '@doorkit/models'
import { dayMs, experiments } from '@doorkit/server/internal'
import { openingTestTexts } from './opening-test-texts.ts'
import type { Act, Past } from './past.ts'

/** One opening of a test that is shown. */
export interface Arm {
  readonly experiment: string
  readonly variant: string
  /** Whether the next visitor who only looks at it opens the chat: a fixed share of them does. */
  attracts(): boolean
}

/** Those who write come evenly to both arms of a test, or chance would find a winner among few. */
export type Visitors = 'writers' | 'others'

/** A test of openings that runs, or ran. */
export interface OpeningTest {
  readonly id: string
  readonly pages: readonly string[]
  /** The control, and the variant that is tried against it. */
  readonly arms: readonly [Arm, Arm]
  /** How often it was shown to those who write, and to the others. */
  readonly shown: Record<Visitors, number>
}

/** The tests of the demo; `tests` gets each when it begins. */
export function runOpeningTests({ call }: Past, today: number, tests: OpeningTest[]): Act[] {
  return openingTestTexts.flatMap(({ startedDaysAgo, stoppedDaysAgo, arms, ...test }): Act[] => {
    const at = today - startedDaysAgo * dayMs
    let id = ''
    const prepare = async () => {
      const [control, variant] = arms
      const { headline, buttons } = control
      id = (await call('/experiments', { ...test, headline, buttons })).id
      const { opensChat: _, ...proposed } = variant
      const { variants } = await call<Experiment>(`/experiments/${id}/variants`, proposed)
      const armOf = (position: 0 | 1): Arm => ({
        experiment: id,
        variant: variants[position]?.id ?? '',
        attracts: everyShare(arms[position].opensChat),
      })
      tests.push({
        id,
        pages: test.pages,
        arms: [armOf(0), armOf(1)],
        shown: { writers: 0, others: 0 },
      })
    }
    const stop = { run: () => call(`/experiments/${id}/stop`), tells: true }
    return [
      { at: at - dayMs, run: prepare },
      { at, run: () => call(`/experiments/${id}/start`), tells: true },
      ...(stoppedDaysAgo === null ? [] : [{ at: today - stoppedDaysAgo * dayMs, ...stop }]),
    ]
  })
}

/** Shows an opening to a visitor of a page: the arms of a test take turns. Null where no test runs. */
export async function showOpening(
  { store, workspace }: Past,
  tests: readonly OpeningTest[],
  page: string,
  visitors: Visitors,
): Promise<Arm | null> {
  const test = tests.find(({ pages }) => pages.includes(page))
  if (!test) return null
  const row = await experiments.get(store, workspace, test.id)
  if (row?.keys.status !== 'running') return null
  test.shown[visitors] += 1
  return test.arms[test.shown[visitors] % 2 === 0 ? 1 : 0]
}

/** Answers true to a share of the questions, spread evenly. */
function everyShare(share: number): () => boolean {
  let asked = 0
  return () => {
    asked += 1
    return Math.floor(asked * share) > Math.floor((asked - 1) * share)
  }
}
