import { limits } from '@doorkit/models'
import { dayMs, pagesOf, type StoredWorkspace, walksOf, workspaces } from '@doorkit/server/internal'
import type { Row, WriteOp } from '@doorkit/store'
import type { Site } from './begin-visit.ts'
import { conversationActions } from './conversation-actions.ts'
import { bookingUrl, buttons, contactActions, contentActions, linkActions } from './demo-content.ts'
import { openingTestActions } from './opening-tests.ts'
import { planVisits } from './plan-visits.ts'
import { seededRandom } from './seeded-random.ts'
import { type Simulation, startSimulation } from './simulation.ts'
import { visitorActions } from './visitor-actions.ts'

/** The collections of the simulation that the demo leaves out. */
const leftOutCollections = [
  'settings',
  'workspaces',
  'keys',
  'requests',
  'counters',
  'analytics_days',
  'analytics_names',
]

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

/**
 * Makes the writes that store the simulation. Writes of one group belong in one commit.
 *
 * @param logFrom - older events are left out.
 */
async function simulationRows(
  { store, workspace, counts }: Simulation,
  logFrom: number,
): Promise<WriteOp[][]> {
  const groups: WriteOp[][] = []
  for (const walk of walksOf(workspace)) {
    const { name } = walk.plan
    if (leftOutCollections.includes(name)) continue
    for await (const { rows } of pagesOf(store, walk, 1_000)) {
      const stored = rows.filter(
        ({ columns }) => name !== 'events' || Number(columns.created_at) >= logFrom,
      )
      groups.push(
        ...stored.map((row) => [
          // An appearance that the team has already chosen stays.
          {
            op: 'insert',
            in: name,
            row: withoutDueTimes(row),
            ...(name === 'appearances' && { onConflict: 'ignore' as const }),
          } as const,
        ]),
      )
    }
  }
  return [...groups, ...counts()]
}

/** The row without due times: the worker must not send, crawl or grade anything simulated. */
function withoutDueTimes({ id, columns, data }: Row) {
  return {
    id,
    columns: { ...columns, ...('due_at' in columns && { due_at: null, lease: null }) },
    data,
  }
}
