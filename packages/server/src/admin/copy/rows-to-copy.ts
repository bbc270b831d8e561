import type { CollectionPlan, Filter, Row, Store } from '@doorkit/store'
import { schemaPlan } from '../../collections/all-collections.ts'
import { apiKeys } from '../../collections/api-key.ts'
import { positionOf } from '../../collections/collection.ts'
import { settings } from '../../collections/deployment-setting.ts'
import { workspaces } from '../../collections/workspace.ts'
import { isStoredKey } from '../../secrets/open-vault.ts'

/** Where a page of a walk ended. */
export type WalkPosition = readonly (string | number)[]

/** The rows of a collection to copy. Their order is the same in every store. */
export interface Walk {
  readonly plan: CollectionPlan
  /** The name of the index that orders the rows. */
  readonly index: string
  readonly where: Filter
  /** Whether to copy a row; for conditions that no filter can express. */
  includes(row: Row): boolean
}

/** The prefix of the ids of the settings that store the position of a copy. */
export const markPrefix = 'copy.'

const copiedLast = [workspaces.plan.name, apiKeys.plan.name]

/** The walks over the collections to copy, for one workspace or for all. */
export function walksOf(workspace: string | undefined): Walk[] {
  const rank = ({ plan }: Walk) => copiedLast.indexOf(plan.name)
  return schemaPlan.collections
    .map((plan) => ({ plan, ...partOf(plan, workspace), includes: rowFilterOf(plan, workspace) }))
    .sort((left, right) => rank(left) - rank(right))
}

function partOf(plan: CollectionPlan, workspace: string | undefined) {
  if (workspace === undefined || plan.name === settings.plan.name) return { index: 'id', where: [] }
  if (plan.name === workspaces.plan.name) {
    return { index: 'id', where: [{ column: 'id', op: 'eq', value: workspace } as const] }
  }
  const [column = 'workspace', index = 'id'] =
    plan.partition === undefined
      ? ['workspace', plan.indexes.find(({ on }) => on[0] === 'workspace')?.name]
      : [plan.partition]
  return { index, where: [{ column, op: 'eq', value: workspace } as const] }
}

/** A setting belongs to a workspace if its id or its value names the workspace. */
function rowFilterOf({ name }: CollectionPlan, workspace: string | undefined): Walk['includes'] {
  if (name !== settings.plan.name) return () => true
  if (workspace === undefined) return ({ id }) => !id.startsWith(markPrefix)
  return ({ id, data }) =>
    !isStoredKey(id) &&
    !id.startsWith(markPrefix) &&
    (id.endsWith(`.${workspace}`) || (data as { value: string }).value === workspace)
}

/** Reads the rows of a walk after a position, page by page. */
export async function* pagesOf(
  store: Store,
  { plan, index, where, includes }: Walk,
  limit: number,
  start: WalkPosition | null = null,
): AsyncGenerator<{ readonly rows: Row[]; readonly end: WalkPosition }> {
  let after = start ?? undefined
  for (;;) {
    const page = await store.list({ in: plan.name, index, where, dir: 'asc', limit, after })
    const lastRow = page.at(-1)
    if (!lastRow) return
    after = positionOf(plan, index, lastRow)
    yield { rows: page.filter(includes), end: after }
    if (page.length < limit) return
  }
}
