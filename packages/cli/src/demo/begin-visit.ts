import { type Arm, type OpeningTest, showOpening, type Visitors } from './opening-tests.ts'
import type { Past } from './past.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { DemoLink } from './set-up.ts'
import { describeVisitor, linkSource } from './visitor.ts'

/** The tests and links that visitors meet by now. */
export interface Site {
  readonly tests: OpeningTest[]
  readonly links: DemoLink[]
}

/** How a visitor comes. */
export interface Arrival {
  /** A path. */
  readonly page: string
  readonly link: DemoLink | null
  /** How likely it is that they were here before. */
  readonly returning: number
  readonly test: boolean
}

/** Begins a visit; gives its id. The site of the demo does not tell its visitors apart. */
export function beginVisit(
  { record }: Past,
  random: SeededRandom,
  { page, link, returning, test }: Arrival,
): Promise<string> {
  return record.visits.start({
    ...describeVisitor(random, link ? linkSource : undefined),
    page_url: `https://acme.example${page}`,
    link: link?.id,
    returning: random.chance(returning),
    test,
  })
}

/** Shows the opening of a page to its visitor; gives the one that is tested, where one is. */
export async function seeOpening(
  past: Past,
  { tests }: Site,
  visit: string,
  page: string,
  visitors: Visitors,
): Promise<Arm | null> {
  const arm = await showOpening(past, tests, page, visitors)
  const seen = arm ? { experiment: arm.experiment, variant: arm.variant } : {}
  await past.record.visits.openingSeen(visit, seen)
  return arm
}

/** A link that there is by now, on a page when that is given; null without one. */
export function pickLink(random: SeededRandom, { links }: Site, page?: string): DemoLink | null {
  const open = links.filter((link) => page === undefined || link.page === page)
  return random.shuffle(open)[0] ?? null
}
