import type { Store } from '@doorkit/store'
import { workspaces } from '../../collections/workspace.ts'

/**
 * Moves the horizon of a workspace in the target to where it is in the source: so a change that is
 * made in the target never carries a time that a reader of the source has passed.
 */
export async function carryHorizon(from: Store, to: Store, workspace: string): Promise<void> {
  // A commit of the earliest time, without a step, is refused with the horizon.
  const result = await from.commit([], { at: { scope: workspace, at: 0 } })
  if (result.ok || result.reason !== 'late') return
  await workspaces.list(to, {
    index: 'id',
    where: [{ key: 'id', op: 'eq', value: workspace }],
    dir: 'asc',
    limit: 1,
    horizon: { scope: workspace, at: result.horizon },
  })
}
