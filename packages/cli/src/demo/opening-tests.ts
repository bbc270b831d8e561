import type { Id } from '@doorkit/models'
import { dayMs, type ExperimentStage } from '@doorkit/server/internal'
import type { DemoId } from './demo-ids.ts'
import { type OpeningTestText, openingTestTexts } from './opening-test-texts.ts'

/** One opening of a test, and what its visitors did so far. */
export interface Arm {
  readonly id: Id<'variant'>
  readonly counts: Record<ExperimentStage | 'views' | 'counted_at', number>
  /** Whether the next visitor who only looks at it opens the chat: a fixed share of them does. */
  attracts(): boolean
}

/** A test of openings, before it is written out. The control is the first of its arms. */
export interface OpeningTest {
  readonly id: Id<'experiment'>
  readonly text: OpeningTestText
  readonly startedAt: number
  /** Null while it runs. */
  readonly endedAt: number | null
  readonly arms: readonly [Arm, Arm]
}

/** A visitor who is shown an opening that is tested. */
export interface Shown {
  readonly test: OpeningTest
  readonly arm: Arm
}

/** Plans the tests of the demo. */
export function planOpeningTests(demoId: DemoId, today: number): OpeningTest[] {
  return openingTestTexts.map((text) => {
    const startedAt = today - text.startedDaysAgo * dayMs
    const armOf = (position: 0 | 1): Arm => ({
      id: demoId('variant', `${text.name} ${position}`, startedAt - dayMs + position),
      counts: { views: 0, chats: 0, leads: 0, meetings: 0, counted_at: startedAt },
      attracts: everyShare(text.arms[position].opensChat),
    })
    return {
      id: demoId('experiment', text.name, startedAt - dayMs),
      text,
      startedAt,
      endedAt: text.endedDaysAgo === null ? null : today - text.endedDaysAgo * dayMs,
      arms: [armOf(0), armOf(1)],
    }
  })
}

/** Shows an opening to a visitor of a page: the arms of a test take turns. Null without a test. */
export function showOpening(tests: readonly OpeningTest[], page: string, at: number): Shown | null {
  const test = tests.find(
    ({ text, startedAt, endedAt }) =>
      text.pages.includes(page) && at >= startedAt && (endedAt === null || at < endedAt),
  )
  if (!test) return null
  const [control, challenger] = test.arms
  const arm = challenger.counts.views < control.counts.views ? challenger : control
  countOn(arm, 'views', at)
  return { test, arm }
}

/** Counts what a visitor did who was shown an arm. */
export function countOn(arm: Arm, what: ExperimentStage | 'views', at: number): void {
  arm.counts[what] += 1
  arm.counts.counted_at = Math.max(arm.counts.counted_at, at)
}

/** Answers true to a share of the questions, spread evenly. */
function everyShare(share: number): () => boolean {
  let asked = 0
  return () => {
    asked += 1
    return Math.floor(asked * share) > Math.floor((asked - 1) * share)
  }
}
