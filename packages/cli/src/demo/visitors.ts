import { dayMs } from '@doorkit/server/internal'
import { beginVisit, pickLink, type Site, seeOpening } from './begin-visit.ts'
import type { Act, Past } from './past.ts'
import type { SeededRandom } from './seeded-random.ts'

const minute = 60_000
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

/** Those who visited in the 90 days before `today` and did not write. */
export function visitorActs(past: Past, random: SeededRandom, today: number, site: Site): Act[] {
  return Array.from({ length: daysCovered }, (_, position) => position + 1).flatMap((daysAgo) => {
    const midnight = today - daysAgo * dayMs
    return Array.from({ length: visitorsOn(random, midnight, daysAgo) }, () => ({
      at: midnight + random.between(6 * 60, 22 * 60) * minute,
      run: () => visit(past, random, site),
    }))
  })
}

/** More from week to week, and fewer at weekends. */
function visitorsOn(random: SeededRandom, at: number, daysAgo: number): number {
  const isWeekend = [0, 6].includes(new Date(at).getUTCDay())
  const usual = 27 - daysAgo * 0.05
  return Math.round((isWeekend ? 0.6 : 1) * usual) + random.between(-2, 2)
}

async function visit(past: Past, random: SeededRandom, site: Site): Promise<void> {
  const link = random.chance(0.06) ? pickLink(random, site) : null
  const page = link?.page ?? random.pick(pages)
  const id = await beginVisit(past, random, { page, link, returning: 0.22, test: false })
  if (!random.chance(0.76)) return
  const arm = await seeOpening(past, site, id, page, 'others')
  if (arm ? arm.attracts() : random.chance(0.07)) await past.record.visits.chatOpened(id)
}
