import type { Doorkit, WorkspaceInfo } from '@doorkit/server'
import { CliError } from './cli-error.ts'
import { readAllPages } from './read-all-pages.ts'
import type { Terminal } from './terminal.ts'
import { withDoorkit } from './with-doorkit.ts'

/** Finds the workspace of a command: the one with this id or, without an id, the only one of `mode`. */
export async function chooseWorkspace(
  doorkit: Doorkit,
  id: string | undefined,
  mode: WorkspaceInfo['mode'] = 'live',
): Promise<WorkspaceInfo> {
  if (id !== undefined) {
    const workspace = await doorkit.workspaces.get(id)
    if (workspace) return workspace
    throw new CliError('unknown_workspace', `The store has no workspace ${id}.`)
  }
  const all = await readAllPages((startingAfter) => doorkit.workspaces.list({ startingAfter }))
  const matches = all.filter((workspace) => workspace.mode === mode)
  const [only, another] = matches
  if (only && !another) return only
  const create = mode === 'test' ? 'doorkit workspaces create --test' : 'doorkit workspaces create'
  throw new CliError(
    'unknown_workspace',
    only
      ? `The store has ${matches.length} ${mode} workspaces: choose one with --workspace ID.`
      : `The store has no ${mode} workspace: create one with ${create}`,
  )
}

/** Opens the kit of a store that exists, and calls `work` with it and the chosen workspace. */
export async function withWorkspace<Result>(
  terminal: Terminal,
  args: { readonly store?: string | undefined; readonly workspace?: string | undefined },
  work: (doorkit: Doorkit, workspace: WorkspaceInfo) => Promise<Result>,
): Promise<Result> {
  return withDoorkit(terminal, args.store, { missing: 'refuse' }, async (doorkit) =>
    work(doorkit, await chooseWorkspace(doorkit, args.workspace)),
  )
}
