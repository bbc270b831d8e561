import { type AccessPreset, presetScopes, type Scope } from '@doorkit/models'
import { withWorkspace } from '../choose-workspace.ts'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, readChoice, readNames, requireFlag, storeFlag, workspaceFlag } from '../flags.ts'
import { readAllPages } from '../read-all-pages.ts'
import { columns, print } from '../terminal.ts'
import { withDoorkit } from '../with-doorkit.ts'

const presets = ['read_only', 'full_access'] as const satisfies readonly AccessPreset[]

export const createKeyCommand = command(
  {
    store: storeFlag,
    workspace: workspaceFlag,
    name: { type: 'string', description: 'What the API key is for.', default: 'Command line' },
    scopes: {
      type: 'string',
      description: 'The scopes of the API key, such as contacts:write,chat:write.',
    },
    access: {
      type: 'string',
      description: `Instead of --scopes: ${presets.join(' or ')}. Default: read_only.`,
    },
    json: jsonFlag,
  },
  async ({ json, name, scopes, access, ...args }, terminal) => {
    const permissions = readPermissions(scopes, access)
    await withWorkspace(terminal, args, async (doorkit, workspace) => {
      const key = await doorkit.keys.create({ workspace: workspace.id, name, ...permissions })
      const note = 'Its secret is shown only once.'
      const text = `Created ${key.id} for ${workspace.name}. ${note}\n${key.secret}`
      print(terminal, json, { id: key.id, secret: key.secret }, text)
    })
  },
)

export const listKeysCommand = command(
  {
    store: storeFlag,
    workspace: workspaceFlag,
    tokens: { type: 'boolean', description: 'List the access tokens of connected apps instead.' },
    json: jsonFlag,
  },
  ({ json, tokens, ...args }, terminal) =>
    withWorkspace(terminal, args, async (doorkit, workspace) => {
      const list = tokens ? doorkit.keys.listAccessTokens : doorkit.keys.list
      const keys = await readAllPages((startingAfter) =>
        list({ workspace: workspace.id, startingAfter }),
      )
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
      print(terminal, json, result, text)
    }),
)

export const revokeKeyCommand = command(
  {
    key: { type: 'positional', description: 'The id of the API key.', required: false },
    id: { type: 'string', description: 'The id of the API key, as a flag.' },
    store: storeFlag,
    workspace: { ...workspaceFlag, description: 'Refuse an API key of any other workspace.' },
    json: jsonFlag,
  },
  async ({ store, json, workspace, key, id: flag }, terminal) => {
    if (key !== undefined && flag !== undefined) {
      throw new CliError('invalid_flag', 'Give the id of the API key or --id, not both.')
    }
    const id = requireFlag('id', key ?? flag, 'key_…')
    await withDoorkit(terminal, store, { missing: 'refuse' }, async (doorkit) => {
      await doorkit.keys.revoke({ workspace, id })
      print(terminal, json, { id, revoked: true }, `Revoked ${id}.`)
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
  // `keys.create` refuses an unknown scope, and its error names the scope.
  return { scopes: readNames(scopes) as Scope[] }
}

/** A time in the format of the API. */
function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** The name of the preset with these scopes, or else the scopes. */
function describeScopes(scopes: readonly Scope[]): string {
  const preset = presets.find((name) => presetScopes(name).join() === scopes.join())
  return preset ?? scopes.join(',')
}
