import type { Doorkit, WorkspaceInfo } from '@doorkit/server'
import { CliError } from './cli-error.ts'
import { every } from './read-all-pages.ts'

/**
 * Finds the workspace that a command is for: the one named, or the only live one.
 *
 * @throws CliError `unknown_workspace`.
 */
export async function chooseWorkspace(
  doorkit: Doorkit,
  id: string | undefined,
): Promise<WorkspaceInfo> {
  if (id !== undefined) {
    const named = await doorkit.workspaces.get(id)
    if (named) return named
    throw new CliError('unknown_workspace', `The store has no workspace ${id}.`)
  }
  const all = await every((startingAfter) => doorkit.workspaces.list({ startingAfter }))
  const live = all.filter(({ mode }) => mode === 'live')
  const [only, another] = live
  if (only && !another) return only
  throw new CliError(
    'unknown_workspace',
    only
      ? `The store has ${live.length} live workspaces: say which one with --workspace ID.`
      : 'The store has no live workspace: make one with doorkit workspaces create',
  )
}
