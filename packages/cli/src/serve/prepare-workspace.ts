import type { Plan } from '@doorkit/models'
import {
  type ApiKeyInfo,
  type Doorkit,
  KitError,
  type Logger,
  type WorkspaceCreate,
  type WorkspaceInfo,
} from '@doorkit/server'
import { readAllPages } from '../read-all-pages.ts'

/** A workspace, with an API key and its site key. */
export interface PreparedWorkspace {
  readonly workspace: WorkspaceInfo
  /** The secret of an API key with full access. */
  readonly secret: string
  /** The site key for the pages of its website. */
  readonly siteKey: string
  /** Whether the workspace already existed. */
  readonly existed: boolean
}

const keyName = 'serve'

/**
 * Finds the oldest workspace of a mode, or creates one, and creates an API key for it. Servers that start
 * together on one store get the same workspace. API keys of earlier starts keep working. If the workspace
 * has no room for another API key, the oldest one of an earlier start is revoked, and the log says so.
 *
 * @param plan - the new plan of the workspace. Default: its present one; `apex` for a new workspace.
 */
export async function prepareWorkspace(
  doorkit: Doorkit,
  mode: WorkspaceInfo['mode'],
  plan: Plan | undefined,
  logger: Logger,
): Promise<PreparedWorkspace> {
  const all = await readAllPages((startingAfter) => doorkit.workspaces.list({ startingAfter }))
  const found = all.find((candidate) => candidate.mode === mode)
  const workspace = found
    ? await doorkit.workspaces.update(found.id, { plan })
    : await doorkit.workspaces.create(newWorkspace(mode, plan), { key: `serve.${mode}` })
  const secret = await createKey(doorkit, workspace.id, logger)
  const [siteKey] = await doorkit.siteKeys.list({ workspace: workspace.id })
  if (!siteKey) throw new Error(`The workspace ${workspace.id} has no site key.`)
  return { workspace, secret, siteKey: siteKey.id, existed: found !== undefined }
}

async function createKey(doorkit: Doorkit, workspace: string, logger: Logger): Promise<string> {
  for (;;) {
    try {
      const key = { workspace, name: keyName, access: 'full_access' } as const
      return (await doorkit.keys.create(key)).secret
    } catch (error) {
      if (!(error instanceof KitError) || error.code !== 'limit_reached') throw error
      const keys = await readAllPages((startingAfter) =>
        doorkit.keys.list({ workspace, startingAfter }),
      )
      const isOurs = ({ name, status }: ApiKeyInfo) => name === keyName && status === 'active'
      const oldest = keys.findLast(isOurs)
      if (!oldest) throw error
      await doorkit.keys.revoke({ workspace, id: oldest.id })
      logger.warn(
        { workspace, key: oldest.id },
        'Revoked the oldest API key of an earlier start: the workspace had no room for a new one.',
      )
    }
  }
}

function newWorkspace(mode: WorkspaceInfo['mode'], plan: Plan | undefined): WorkspaceCreate {
  const name = mode === 'live' ? 'Acme' : 'Acme (test)'
  return { name, website: 'https://acme.example', mode, plan }
}
