import { dimensionsOf } from '../analytics/dimensions.ts'
import type { DemoLink } from './link-rows.ts'
import { countOn, type OpeningTest, showOpening } from './opening-tests.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Tally } from './tally.ts'
import { describeVisitor, linkSource } from './visitor.ts'

/** What visitors are shown. */
export interface Surroundings {
  readonly tally: Tally
  readonly tests: readonly OpeningTest[]
  readonly links: readonly DemoLink[]
}

const hour = 3_600_000
const day = 24 * hour
const daysCovered = 90

/** Where visitors are, more of them on the first pages. */
const pages: readonly [string, ...string[]] = [
  '/',
  ...Array<string>(7).fill('/'),
  ...Array<string>(5).fill('/pricing'),
  ...Array<string>(4).fill('/how-it-works'),
  ...Array<string>(2).fill('/integrations'),
  '/security',
  '/contact',
]

/** Counts those who visited in the 90 days before `today` and did not write. */
export function countVisitors(random: SeededRandom, around: Surroundings, today: number): void {
  for (let daysAgo = daysCovered; daysAgo >= 1; daysAgo--) {
    const noon = today - daysAgo * day + 12 * hour
    for (let left = visitorsOn(random, noon, daysAgo); left > 0; left--) {
      countVisitor(random, around, noon)
    }
  }
}

/** More from week to week, and fewer at weekends. */
function visitorsOn(random: SeededRandom, at: number, daysAgo: number): number {
  const isWeekend = [0, 6].includes(new Date(at).getUTCDay())
  const usual = 105 - daysAgo * 0.4
  return Math.round((isWeekend ? 0.5 : 1) * usual) + random.between(-9, 9)
}

function countVisitor(
  random: SeededRandom,
  { tally, tests, links }: Surroundings,
  at: number,
): void {
  const link = random.chance(0.06) ? pickLink(random, links, at) : null
  const page = link?.page ?? random.pick(pages)
  const visitor = describeVisitor(random, link ? linkSource : undefined)
  const dimensions = dimensionsOf({ ...visitor, page_url: `https://acme.example${page}` })
  const sees = random.chance(0.76)
  const shown = sees ? showOpening(tests, page, at) : null
  const opens = sees && (shown ? shown.arm.attracts() : random.chance(0.07))
  if (shown && opens) countOn(shown.arm, 'chats', at)
  if (link) tally.onLink(at, link, 'visits')
  tally.count(at, dimensions, {
    visitors: 1,
    returning: Number(random.chance(0.22)),
    openings_seen: Number(sees),
    chats_opened: Number(opens),
  })
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
