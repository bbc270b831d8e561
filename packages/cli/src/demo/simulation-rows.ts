import { pagesOf, walksOf } from '@doorkit/server/internal'
import type { Row, WriteOp } from '@doorkit/store'
import type { Simulation } from './simulation.ts'

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
 * Makes the writes that store the simulation. Writes of one group belong in one commit.
 *
 * @param logFrom - older events are left out.
 */
export async function simulationRows(
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
