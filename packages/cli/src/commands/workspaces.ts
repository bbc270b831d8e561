import { planNames } from '@doorkit/models'
import type { WorkspaceInfo } from '@doorkit/server'
import { command } from '../command.ts'
import { jsonFlag, readChoice, requireFlag, storeFlag } from '../flags.ts'
import { readAllPages } from '../read-all-pages.ts'
import { columns, print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

export const createWorkspaceCommand = command(
  {
    store: storeFlag,
    name: { type: 'string', description: 'The name of the workspace.' },
    website: {
      type: 'string',
      description: 'The website of the workspace.',
      valueHint: 'URL',
      default: 'https://example.com',
    },
    plan: { type: 'string', description: `One of ${planNames.join(', ')}.`, default: 'apex' },
    timezone: {
      type: 'string',
      description: 'An IANA time zone, or an offset such as +02:00.',
      default: 'UTC',
    },
    test: {
      type: 'boolean',
      description: 'Create a test workspace: its API keys begin with dk_test_.',
    },
    json: jsonFlag,
  },
  async ({ store, json, name, website, plan, timezone, test }, terminal) => {
    const input = {
      name: requireFlag('name', name, 'Acme'),
      website,
      timezone,
      plan: readChoice('plan', plan, planNames),
      mode: test ? ('test' as const) : ('live' as const),
    }
    const workspace = await withDoorkit(terminal, store, { missing: 'create' }, (doorkit) =>
      doorkit.workspaces.create(input),
    )
    const text = `Created ${workspace.id} (${workspace.name}).`
    print(terminal, json, toResult(workspace), text)
  },
)

export const listWorkspacesCommand = command(
  { store: storeFlag, json: jsonFlag },
  async ({ store, json }, terminal) => {
    const found = await withDoorkit(terminal, store, { missing: 'refuse' }, (doorkit) =>
      readAllPages((startingAfter) => doorkit.workspaces.list({ startingAfter })),
    )
    const rows = found.map(({ id, name, mode, plan }) => [id, name, mode, plan])
    const text = columns([['ID', 'NAME', 'MODE', 'PLAN'], ...rows])
    print(terminal, json, found.map(toResult), text)
  },
)

function toResult({ id, name, website, plan, mode, timezone, createdAt }: WorkspaceInfo) {
  const created_at = new Date(createdAt).toISOString()
  return { id, name, website, plan, mode, timezone, created_at }
}
