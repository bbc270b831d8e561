import { limits } from '@doorkit/models'
import { dayMs, type StoredWorkspace, workspaces } from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { Site } from './begin-visit.ts'
import { conversationActs } from './conversation-acts.ts'
import { runOpeningTests } from './opening-tests.ts'
import { openPast } from './past.ts'
import { rowsOfPast } from './past-rows.ts'
import { planVisits } from './plan-visits.ts'
import { seededRandom } from './seeded-random.ts'
import { addContacts, buttons, writeContent, writeLinks } from './set-up.ts'
import { visitorActs } from './visitors.ts'

/**
 * Makes the demo: the writes that store it, in groups that belong together. Everything in it
 * happens to a kit in memory, as it would have happened to a real one, so that all of it agrees.
 *
 * @param today - The start of a day. The demo ends before it.
 */
export async function makeDemo(workspace: StoredWorkspace, today: number): Promise<WriteOp[][]> {
  const random = seededRandom(today / dayMs)
  const past = await openPast(workspace, today - 91 * dayMs)
  const plan = planVisits(random, today)
  const site: Site = { tests: [], links: [] }
  const writers = new Set(plan.visits.map(({ person }) => person))
  const others = plan.people.filter((person) => !writers.has(person))
  await past.happen([
    ...writeContent(past, today),
    ...writeLinks(past, random, today, site.links),
    ...runOpeningTests(past, today, site.tests),
    ...addContacts(past, random, today, others),
    ...plan.visits.flatMap((visit) => conversationActs(past, random, visit, site)),
    ...visitorActs(past, random, today, site),
  ])
  // A day less than the log holds: nothing is forgotten on the day that the demo is made.
  const logFrom = today - limits.eventLogSeconds * 1_000 + dayMs
  const counted = workspaces.patch(workspace.id, { add: { chat_buttons: buttons.length } })
  return [[counted], ...(await rowsOfPast(past, logFrom))]
}
