import type { Plan } from '@doorkit/models'
import type { Doorkit, WorkspaceCreate, WorkspaceInfo } from '@doorkit/server'

/** A workspace that is ready to be called. */
export interface PreparedWorkspace {
  readonly workspace: WorkspaceInfo
  /** A key with full access. */
  readonly secret: string
  /** Whether the store had the workspace already. */
  readonly existed: boolean
}

const keyName = 'serve'

/**
 * How many keys of earlier starts still work, so that a restart locks nobody out. Those before
 * them are revoked: a workspace has 25 keys at most.
 */
const earlierKeysKept = 4

/**
 * Finds the oldest workspace of a mode, or makes it, and makes a key for it. Servers that start at
 * the same moment over one store find the same.
 *
 * @param plan - The plan to put it on. Default: the one it has.
 */
export async function prepareWorkspace(
  doorkit: Doorkit,
  mode: WorkspaceInfo['mode'],
  plan: Plan | undefined,
): Promise<PreparedWorkspace> {
  const found = (await doorkit.workspaces.list()).find((workspace) => workspace.mode === mode)
  const workspace = found
    ? await doorkit.workspaces.update(found.id, { plan })
    : await doorkit.workspaces.create(newWorkspace(mode, plan), { key: `serve.${mode}` })
  const keys = await doorkit.keys.list({ workspace: workspace.id })
  const earlier = keys.filter(({ name, status }) => name === keyName && status === 'active')
  for (const { id } of earlier.slice(earlierKeysKept)) {
    await doorkit.keys.revoke({ workspace: workspace.id, id })
  }
  const { secret } = await doorkit.keys.create({
    workspace: workspace.id,
    name: keyName,
    access: 'full_access',
  })
  return { workspace, secret, existed: found !== undefined }
}

function newWorkspace(mode: WorkspaceInfo['mode'], plan: Plan | undefined): WorkspaceCreate {
  const name = mode === 'live' ? 'Acme' : 'Acme (test)'
  return { name, website: 'https://acme.example', mode, plan }
}
