import { limits } from '@doorkit/models'
import { dayMs, type StoredWorkspace, workspaces } from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/store'
import type { Site } from './begin-visit.ts'
import { conversationActions } from './conversation-actions.ts'
import { bookingUrl, buttons, contactActions, contentActions, linkActions } from './demo-content.ts'
import { openingTestActions } from './opening-tests.ts'
import { planVisits } from './plan-visits.ts'
import { seededRandom } from './seeded-random.ts'
import { startSimulation } from './simulation.ts'
import { simulationRows } from './simulation-rows.ts'
import { visitorActions } from './visitor-actions.ts'

/**
 * Makes the writes that store the demo. Writes of one group belong in one commit. The demo is
 * simulated by a kit in memory, so that its rows, counts and events agree with each other.
 *
 * @param today - the start of the day after the last day of the demo.
 */
export async function demoWrites(workspace: StoredWorkspace, today: number): Promise<WriteOp[][]> {
  const random = seededRandom(today / dayMs)
  const simulation = await startSimulation(workspace, today - 91 * dayMs)
  const plan = planVisits(random, today)
  const site: Site = { tests: [], links: [] }
  const writers = new Set(plan.visits.map(({ person }) => person))
  const others = plan.people.filter((person) => !writers.has(person))
  await simulation.run([
    ...contentActions(simulation, today),
    ...linkActions(simulation, random, today, site.links),
    ...openingTestActions(simulation, today, site.tests),
    ...contactActions(simulation, random, today, others),
    ...plan.visits.flatMap((visit) => conversationActions(simulation, random, visit, site)),
    ...visitorActions(simulation, random, today, site),
  ])
  // The events reach back one day less than the retention of the log, so that none expires today.
  const logFrom = today - limits.eventLogSeconds * 1_000 + dayMs
  const { agent } = workspace.data
  // A booking page that the team has already chosen stays.
  const booking = { enabled: true, url: agent.booking.url ?? bookingUrl }
  const changed = workspaces.patch(workspace.id, {
    data: { ...workspace.data, agent: { ...agent, booking } },
    add: { chat_buttons: buttons.length },
  })
  return [[changed], ...(await simulationRows(simulation, logFrom))]
}
