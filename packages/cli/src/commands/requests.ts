import { withWorkspace } from '../choose-workspace.ts'
import { command } from '../command.ts'
import { jsonFlag, storeFlag, workspaceFlag } from '../flags.ts'
import { columns, print } from '../terminal.ts'

export const requestsCommand = command(
  { store: storeFlag, workspace: workspaceFlag, json: jsonFlag },
  async ({ json, ...args }, terminal) => {
    const requests = await withWorkspace(terminal, args, (doorkit, { id: workspace }) =>
      doorkit.requests.list({ workspace }),
    )
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
