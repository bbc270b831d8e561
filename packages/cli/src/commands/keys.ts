import { type AccessPreset, presetScopes, type Scope } from '@doorkit/models'
import { chooseWorkspace } from '../choose-workspace.ts'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, readChoice, readNames, requireFlag, storeFlag, workspaceFlag } from '../flags.ts'
import { every } from '../read-all-pages.ts'
import { columns, print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

const presets = ['read_only', 'full_access'] as const satisfies readonly AccessPreset[]

/** `doorkit keys create`: makes an API key and shows its secret, once. */
export const createKeyCommand = command(
  {
    store: storeFlag,
    workspace: workspaceFlag,
    name: { type: 'string', description: 'What it is for.', default: 'Command line' },
    scopes: { type: 'string', description: 'What it may do, such as contacts:write,chat:write.' },
    access: {
      type: 'string',
      description: `In place of scopes: ${presets.join(' or ')}. Default: read_only.`,
    },
    json: jsonFlag,
  },
  async ({ store, json, workspace: id, name, scopes, access }, terminal) => {
    const permissions = readPermissions(scopes, access)
    await withDoorkit(terminal, store, { missing: 'refuse' }, async (doorkit) => {
      const workspace = await chooseWorkspace(doorkit, id)
      const key = await doorkit.keys.create({ workspace: workspace.id, name, ...permissions })
      const note = 'This is the only time it is shown.'
      const text = `Made ${key.id} for ${workspace.name}. ${note}\n${key.secret}`
      print(terminal, json === true, { id: key.id, secret: key.secret }, text)
    })
  },
)

/** `doorkit keys list`: shows every key of a workspace, or every token. */
export const listKeysCommand = command(
  {
    store: storeFlag,
    workspace: workspaceFlag,
    tokens: { type: 'boolean', description: 'Show the tokens of connected apps in their place.' },
    json: jsonFlag,
  },
  async ({ store, json, workspace: id, tokens }, terminal) => {
    await withDoorkit(terminal, store, { missing: 'refuse' }, async (doorkit) => {
      const workspace = await chooseWorkspace(doorkit, id)
      const list = tokens ? doorkit.keys.listAccessTokens : doorkit.keys.list
      const keys = await every((startingAfter) => list({ workspace: workspace.id, startingAfter }))
      const result = keys.map(({ createdAt, expiresAt, lastUsedAt, revokedAt, ...key }) => ({
        ...key,
        created_at: timestamp(createdAt),
        expires_at: timestamp(expiresAt),
        last_used_at: timestamp(lastUsedAt),
        revoked_at: timestamp(revokedAt),
      }))
      const rows = keys.map((key) => [
        key.id,
        key.name,
        key.status,
        `${key.hint}…`,
        describeScopes(key.scopes),
      ])
      const text = columns([['ID', 'NAME', 'STATUS', 'KEY', 'SCOPES'], ...rows])
      print(terminal, json === true, result, text)
    })
  },
)

/** `doorkit keys revoke`: ends a key. */
export const revokeKeyCommand = command(
  {
    key: { type: 'positional', description: 'The id of the key.', required: false },
    id: { type: 'string', description: 'The same, as a flag.' },
    store: storeFlag,
    workspace: { ...workspaceFlag, description: 'The workspace that the key has to belong to.' },
    json: jsonFlag,
  },
  async ({ store, json, workspace, key, id: flag }, terminal) => {
    const id = requireFlag('id', key ?? flag, 'key_…')
    await withDoorkit(terminal, store, { missing: 'refuse' }, async (doorkit) => {
      await doorkit.keys.revoke({ workspace, id })
      print(terminal, json === true, { id, revoked: true }, `Revoked ${id}.`)
    })
  },
)

function readPermissions(
  scopes: string | undefined,
  access: string | undefined,
): { readonly scopes: readonly Scope[] } | { readonly access: AccessPreset } {
  if (scopes !== undefined && access !== undefined) {
    throw new CliError('invalid_flag', 'Give --scopes or --access, not both.')
  }
  if (scopes === undefined) return { access: readChoice('access', access ?? 'read_only', presets) }
  // Names that do not exist are refused, by name, where the key is made.
  return { scopes: readNames(scopes) as Scope[] }
}

/** As the API writes times. */
function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** A preset by its name, other scopes one by one. */
function describeScopes(scopes: readonly Scope[]): string {
  const preset = presets.find((name) => presetScopes(name).join() === scopes.join())
  return preset ?? scopes.join(',')
}
