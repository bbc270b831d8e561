import { chooseWorkspace } from '../choose-workspace.ts'
import { command } from '../command.ts'
import { jsonFlag, storeFlag, workspaceFlag } from '../flags.ts'
import { columns, print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

/** `doorkit requests`: lists the latest requests of a workspace. */
export const requestsCommand = command(
  { store: storeFlag, workspace: workspaceFlag, json: jsonFlag },
  async ({ store, json, workspace: id }, terminal) => {
    const requests = await withDoorkit(terminal, store, { missing: 'refuse' }, async (doorkit) => {
      const workspace = await chooseWorkspace(doorkit, id)
      return doorkit.requests.list({ workspace: workspace.id })
    })
    const result = requests.map(({ at, ...request }) => ({
      ...request,
      at: new Date(at).toISOString(),
    }))
    const rows = result.map((request) => [
      request.at,
      request.method,
      request.path ?? 'unknown path',
      String(request.status),
      `${request.duration_ms} ms`,
      request.key,
      request.id,
    ])
    const text =
      rows.length === 0
        ? 'No requests in the last 30 days.'
        : columns([['TIME', 'METHOD', 'PATH', 'STATUS', 'DURATION', 'KEY', 'REQUEST'], ...rows])
    print(terminal, json, result, text)
  },
)
