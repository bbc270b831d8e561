import type { Plan } from '@doorkit/models'
import {
  type Doorkit,
  type KeyInfo,
  KitError,
  type Logger,
  type WorkspaceCreate,
  type WorkspaceInfo,
} from '@doorkit/server'
import { every } from '../read-all-pages.ts'

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
 * Finds the oldest workspace of a mode, or makes it, and makes a key for it. Servers that start at
 * the same moment over one store find the same. Keys of earlier starts go on working: only where
 * the workspace has no room for another key is the oldest of them revoked, and the log says so.
 *
 * @param plan - The plan to put it on. Default: the one it has.
 */
export async function prepareWorkspace(
  doorkit: Doorkit,
  mode: WorkspaceInfo['mode'],
  plan: Plan | undefined,
  logger: Logger,
): Promise<PreparedWorkspace> {
  const all = await every((startingAfter) => doorkit.workspaces.list({ startingAfter }))
  const found = all.find((candidate) => candidate.mode === mode)
  const workspace = found
    ? await doorkit.workspaces.update(found.id, { plan })
    : await doorkit.workspaces.create(newWorkspace(mode, plan), { key: `serve.${mode}` })
  const secret = await makeKey(doorkit, workspace.id, logger)
  return { workspace, secret, existed: found !== undefined }
}

async function makeKey(doorkit: Doorkit, workspace: string, logger: Logger): Promise<string> {
  for (;;) {
    try {
      const key = { workspace, name: keyName, access: 'full_access' } as const
      return (await doorkit.keys.create(key)).secret
    } catch (error) {
      if (!(error instanceof KitError) || error.code !== 'limit_reached') throw error
      const keys = await every((startingAfter) => doorkit.keys.list({ workspace, startingAfter }))
      const isOurs = ({ name, status }: KeyInfo) => name === keyName && status === 'active'
      const oldest = keys.findLast(isOurs)
      if (!oldest) throw error
      await doorkit.keys.revoke({ workspace, id: oldest.id })
      logger.warn(
        { workspace, key: oldest.id },
        'A key of an earlier start was revoked for this one.',
      )
    }
  }
}

function newWorkspace(mode: WorkspaceInfo['mode'], plan: Plan | undefined): WorkspaceCreate {
  const name = mode === 'live' ? 'Acme' : 'Acme (test)'
  return { name, website: 'https://acme.example', mode, plan }
}
