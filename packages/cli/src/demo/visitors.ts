import type { WriteOp } from '@doorkit/server/store'
import type { DemoId } from './demo-ids.ts'
import type { DemoLink } from './link-rows.ts'
import { countOn, type OpeningTest, showOpening } from './opening-tests.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import type { Tally } from './tally.ts'
import { type DemoVisit, visitDimensions, visitRows } from './visit-rows.ts'
import { describeVisitor, linkSource } from './visitor.ts'

/** The tests and links that visitors meet. */
export interface Surroundings {
  readonly workspace: string
  readonly demoId: DemoId
  readonly tally: Tally
  readonly tests: readonly OpeningTest[]
  readonly links: readonly DemoLink[]
}

const minute = 60_000
const day = 24 * 60 * minute
const daysCovered = 90

/** The pages that visitors are on, more of them on the first ones. */
const pages: readonly [string, ...string[]] = [
  '/',
  ...Array<string>(7).fill('/'),
  ...Array<string>(5).fill('/pricing'),
  ...Array<string>(4).fill('/how-it-works'),
  ...Array<string>(2).fill('/integrations'),
  '/security',
  '/contact',
]

/** Counts those who visited in the 90 days before `today` and did not write; gives their rows. */
export function countVisitors(
  random: SeededRandom,
  around: Surroundings,
  today: number,
): WriteOp[][] {
  const clock = seededRandom(today)
  const rows: WriteOp[][] = []
  for (let daysAgo = daysCovered; daysAgo >= 1; daysAgo--) {
    const midnight = today - daysAgo * day
    for (let left = visitorsOn(random, midnight, daysAgo); left > 0; left--) {
      const at = midnight + clock.between(6 * 60, 22 * 60) * minute
      const visit = countVisitor(random, around, `${daysAgo}.${left}`, at)
      rows.push(visitRows(around.workspace, visit))
    }
  }
  return rows
}

/** More from week to week, and fewer at weekends. */
function visitorsOn(random: SeededRandom, at: number, daysAgo: number): number {
  const isWeekend = [0, 6].includes(new Date(at).getUTCDay())
  const usual = 72 - daysAgo * 0.15
  return Math.round((isWeekend ? 0.5 : 1) * usual) + random.between(-6, 6)
}

function countVisitor(
  random: SeededRandom,
  { demoId, tally, tests, links }: Surroundings,
  name: string,
  at: number,
): DemoVisit {
  const link = random.chance(0.06) ? pickLink(random, links, at) : null
  const page = link?.page ?? random.pick(pages)
  const visitor = describeVisitor(random, link ? linkSource : undefined)
  const sees = random.chance(0.76)
  const shown = sees ? showOpening(tests, page, at) : null
  const opens = sees && (shown ? shown.arm.attracts() : random.chance(0.07))
  if (shown && opens) countOn(shown.arm, 'chats', at)
  if (link) tally.onLink(at, link, 'visits')
  tally.count(at, visitDimensions({ page, visitor }), {
    visitors: 1,
    returning: Number(random.chance(0.22)),
    openings_seen: Number(sees),
    chats_opened: Number(opens),
  })
  return {
    id: demoId('visit', name, at),
    at,
    page,
    visitor,
    link,
    shown,
    test: false,
    stages: [
      ...(sees ? (['openings_seen'] as const) : []),
      ...(opens ? (['chats_opened'] as const) : []),
    ],
  }
}

/** A link that there was at a moment, on a page when that is given; null without one. */
export function pickLink(
  random: SeededRandom,
  links: readonly DemoLink[],
  at: number,
  page?: string,
): DemoLink | null {
  const open = links.filter(
    (link) => link.createdAt <= at && (page === undefined || link.page === page),
  )
  return random.shuffle(open)[0] ?? null
}
