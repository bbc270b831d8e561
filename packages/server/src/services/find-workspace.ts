import type { Store } from '@doorkit/store'
import { type StoredWorkspace, workspaces } from '../collections/workspace.ts'
import { KitError } from '../errors/kit-error.ts'

/** @throws KitError `not_found`. */
export async function findWorkspace(store: Store, id: string): Promise<StoredWorkspace> {
  const workspace = await workspaces.get(store, id)
  if (!workspace) throw new KitError('not_found', `There is no workspace ${id}.`)
  return workspace
}
