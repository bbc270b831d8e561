import { pagesOf, walksOf } from '@doorkit/server/internal'
import type { Row, WriteOp } from '@doorkit/server/store'
import type { Past } from './past.ts'

/** What the kit of the past keeps for itself. */
const left = [
  'settings',
  'workspaces',
  'keys',
  'requests',
  'counters',
  'analytics_days',
  'analytics_names',
]

/** The writes that store a past, in groups that belong together; its events from a moment on. */
export async function rowsOfPast(
  { store, workspace, counts }: Past,
  logFrom: number,
): Promise<WriteOp[][]> {
  const groups: WriteOp[][] = []
  for (const walk of walksOf(workspace)) {
    const { name } = walk.plan
    if (left.includes(name)) continue
    for await (const { rows } of pagesOf(store, walk, 1_000)) {
      const kept = rows.filter(
        ({ keys }) => name !== 'events' || Number(keys.created_at) >= logFrom,
      )
      groups.push(...kept.map((row) => [{ op: 'insert', in: name, row: atRest(row) } as const]))
    }
  }
  return [...groups, ...counts()]
}

/** Nothing of the past is still to be done. */
function atRest({ id, keys, data }: Row) {
  return { id, keys: { ...keys, ...('due_at' in keys && { due_at: null, lease: null }) }, data }
}
