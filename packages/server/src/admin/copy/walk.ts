import type { CollectionPlan, Filter, Row, Store } from '@doorkit/store'
import { schemaPlan } from '../../collections/all-collections.ts'
import { apiKeys } from '../../collections/api-key.ts'
import { positionOf } from '../../collections/collection.ts'
import { settings } from '../../collections/setting.ts'
import { workspaces } from '../../collections/workspace.ts'
import { isStoredKey } from '../../kit/secrets/match-master-keys.ts'

/** Where a page of a walk ended. */
export type WalkPosition = readonly (string | number)[]

/** The rows of a collection that a copy takes, in one order in every store. */
export interface Walk {
  readonly plan: CollectionPlan
  /** The name of the index whose order it is. */
  readonly index: string
  readonly where: Filter
  /** The rows to take, where no filter can say it. */
  keeps(row: Row): boolean
}

/** Starts the ids of the settings that say how far a copy is. */
export const markPrefix = 'copy.'

/** Settings come first, and workspaces and their keys last. */
const last = [workspaces.plan.name, apiKeys.plan.name]

/** The collections that a copy goes through, of one workspace or of all. */
export function walksOf(workspace: string | undefined): Walk[] {
  const rank = ({ plan }: Walk) => last.indexOf(plan.name)
  return schemaPlan.collections
    .map((plan) => ({ plan, ...partOf(plan, workspace), keeps: keeperOf(plan, workspace) }))
    .sort((left, right) => rank(left) - rank(right))
}

function partOf(plan: CollectionPlan, workspace: string | undefined) {
  if (workspace === undefined || plan.name === settings.plan.name) return { index: 'id', where: [] }
  if (plan.name === workspaces.plan.name) {
    return { index: 'id', where: [{ key: 'id', op: 'eq', value: workspace } as const] }
  }
  const [key = 'workspace', index = 'id'] =
    plan.partition === undefined
      ? ['workspace', plan.indexes.find(({ on }) => on[0] === 'workspace')?.name]
      : [plan.partition]
  return { index, where: [{ key, op: 'eq', value: workspace } as const] }
}

/** Of the settings, a workspace has those that name it: the key it was made with, and its demonstration. */
function keeperOf({ name }: CollectionPlan, workspace: string | undefined): Walk['keeps'] {
  if (name !== settings.plan.name) return () => true
  if (workspace === undefined) return ({ id }) => !id.startsWith(markPrefix)
  return ({ id, data }) =>
    !isStoredKey(id) &&
    !id.startsWith(markPrefix) &&
    (id.endsWith(`.${workspace}`) || (data as { value: string }).value === workspace)
}

/** Reads the pages of a walk, from a position on. */
export async function* pagesOf(
  store: Store,
  { plan, index, where, keeps }: Walk,
  limit: number,
  start: WalkPosition | null = null,
): AsyncGenerator<{ readonly rows: Row[]; readonly end: WalkPosition }> {
  let after = start ?? undefined
  for (;;) {
    const page = await store.list({ in: plan.name, index, where, dir: 'asc', limit, after })
    const lastRow = page.at(-1)
    if (!lastRow) return
    after = positionOf(plan, index, lastRow)
    yield { rows: page.filter(keeps), end: after }
    if (page.length < limit) return
  }
}
