import type { DemoLink } from './demo-content.ts'
import { describeVisitor, linkSource } from './describe-visitor.ts'
import { type Arm, type OpeningTest, pickArm, type Visitors } from './opening-tests.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Simulation } from './simulation.ts'

/** The opening tests and personal links of the site. Actions add to them during the simulation. */
export interface Site {
  readonly tests: OpeningTest[]
  readonly links: DemoLink[]
}

export interface Arrival {
  readonly page: string
  readonly link: DemoLink | null
  /** The probability that the visitor has been here before. */
  readonly returningChance: number
  /** Whether this is a visit of the team, which tries its own agent. */
  readonly test: boolean
}

/** Starts a visit, and returns its id. Chance decides whether the visitor has been here before. */
export function beginVisit(
  { record }: Simulation,
  random: SeededRandom,
  { page, link, returningChance, test }: Arrival,
): Promise<string> {
  return record.visits.start({
    ...describeVisitor(random, link ? linkSource : undefined),
    page_url: `https://acme.example${page}`,
    link: link?.id,
    returning: random.chance(returningChance),
    test,
  })
}

/** Shows the opening of a page to a visitor. Returns the arm if an opening test runs on the page. */
export async function seeOpening(
  simulation: Simulation,
  { tests }: Site,
  visit: string,
  page: string,
  visitors: Visitors,
): Promise<Arm | null> {
  const arm = await pickArm(simulation, tests, page, visitors)
  const seen = arm ? { experiment: arm.experiment, variant: arm.variant } : {}
  await simulation.record.visits.openingSeen(visit, seen)
  return arm
}

/** Picks a random link, or a random link to `page` if it is given. Returns null if there is none. */
export function pickLink(random: SeededRandom, { links }: Site, page?: string): DemoLink | null {
  const open = links.filter((link) => page === undefined || link.page === page)
  return random.shuffle(open)[0] ?? null
}
