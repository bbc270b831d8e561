import { workspaces } from '../collections/workspace.ts'
import { KitError } from '../errors/kit-error.ts'
import type { Services } from '../kit/services.ts'

/**
 * Makes sure of the workspace that a host names, where nothing else of it was looked up.
 *
 * @throws KitError `not_found`.
 */
export async function findWorkspace({ store }: Services, id: string): Promise<void> {
  if (await workspaces.get(store, id)) return
  throw new KitError('not_found', `There is no workspace ${id}.`)
}
