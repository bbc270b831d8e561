import { chooseWorkspace } from '../choose-workspace.ts'
import { command } from '../command.ts'
import { jsonFlag, storeFlag, workspaceFlag } from '../flags.ts'
import { columns, print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

/** `doorkit requests`: shows the latest calls of a workspace's keys. */
export const requestsCommand = command(
  { store: storeFlag, workspace: workspaceFlag, json: jsonFlag },
  async ({ store, json, workspace: id }, terminal) => {
    const calls = await withDoorkit(terminal, store, { missing: 'refuse' }, async (doorkit) => {
      const workspace = await chooseWorkspace(doorkit, id)
      return doorkit.requests.list({ workspace: workspace.id })
    })
    const result = calls.map(({ at, ...call }) => ({ ...call, at: new Date(at).toISOString() }))
    const rows = result.map((call) => [
      call.at,
      call.method,
      call.path ?? 'unknown path',
      String(call.status),
      `${call.duration_ms} ms`,
      call.key,
      call.id,
    ])
    const text =
      rows.length === 0
        ? 'No calls in the last 30 days.'
        : columns([['TIME', 'METHOD', 'PATH', 'STATUS', 'TOOK', 'KEY', 'REQUEST'], ...rows])
    print(terminal, json === true, result, text)
  },
)
