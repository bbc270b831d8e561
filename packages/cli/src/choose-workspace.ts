import type { Doorkit, WorkspaceInfo } from '@doorkit/server'
import { CliError } from './cli-error.ts'
import { every } from './read-all-pages.ts'

/**
 * Finds the workspace that a command is for: the one named, or the only one of a mode.
 *
 * @throws CliError `unknown_workspace`.
 */
export async function chooseWorkspace(
  doorkit: Doorkit,
  id: string | undefined,
  mode: WorkspaceInfo['mode'] = 'live',
): Promise<WorkspaceInfo> {
  if (id !== undefined) {
    const named = await doorkit.workspaces.get(id)
    if (named) return named
    throw new CliError('unknown_workspace', `The store has no workspace ${id}.`)
  }
  const all = await every((startingAfter) => doorkit.workspaces.list({ startingAfter }))
  const meant = all.filter((workspace) => workspace.mode === mode)
  const [only, another] = meant
  if (only && !another) return only
  const making = mode === 'test' ? 'doorkit workspaces create --test' : 'doorkit workspaces create'
  throw new CliError(
    'unknown_workspace',
    only
      ? `The store has ${meant.length} ${mode} workspaces: say which one with --workspace ID.`
      : `The store has no ${mode} workspace: make one with ${making}`,
  )
}
