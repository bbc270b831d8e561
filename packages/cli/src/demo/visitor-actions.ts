import { dayMs } from '@doorkit/server/internal'
import { beginVisit, pickLink, type Site, seeOpening } from './begin-visit.ts'
import { daysCovered } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Action, Simulation } from './simulation.ts'

const minute = 60_000

/** The landing pages. A repeated one gets more visitors. */
const pages: readonly [string, ...string[]] = [
  '/',
  ...Array<string>(7).fill('/'),
  ...Array<string>(5).fill('/pricing'),
  ...Array<string>(4).fill('/how-it-works'),
  ...Array<string>(2).fill('/integrations'),
  '/security',
  '/contact',
]

/** Plans the visits without a chat message in the 90 days before `today`. */
export function visitorActions(
  simulation: Simulation,
  random: SeededRandom,
  today: number,
  site: Site,
): Action[] {
  return Array.from({ length: daysCovered }, (_, position) => position + 1).flatMap((daysAgo) => {
    const midnight = today - daysAgo * dayMs
    return Array.from({ length: visitorsOn(random, midnight, daysAgo) }, () => ({
      at: midnight + random.between(6 * 60, 22 * 60) * minute,
      run: () => makeVisit(simulation, random, site),
    }))
  })
}

/** The number of visitors grows from week to week and is lower on weekends. */
function visitorsOn(random: SeededRandom, at: number, daysAgo: number): number {
  const isWeekend = [0, 6].includes(new Date(at).getUTCDay())
  const usual = 27 - daysAgo * 0.05
  return Math.round((isWeekend ? 0.6 : 1) * usual) + random.between(-2, 2)
}

async function makeVisit(simulation: Simulation, random: SeededRandom, site: Site): Promise<void> {
  const link = random.chance(0.06) ? pickLink(random, site) : null
  const page = link?.page ?? random.pick(pages)
  const id = await beginVisit(simulation, random, {
    page,
    link,
    returningChance: 0.22,
    test: false,
  })
  if (!random.chance(0.76)) return
  const arm = await seeOpening(simulation, site, id, page, 'others')
  if (arm ? arm.attracts() : random.chance(0.07)) await simulation.record.visits.chatOpened(id)
}
