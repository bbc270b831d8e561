import { type Client, createClient, isProblem } from '@doorkit/client'
import type { Scope } from '@doorkit/models'
import type { Doorkit, WorkspaceInfo } from '@doorkit/server'
import { chooseWorkspace } from './choose-workspace.ts'
import { CliError } from './cli-error.ts'
import { storeFlag, workspaceFlag } from './flags.ts'
import type { Terminal } from './terminal.ts'
import { withDoorkit } from './with-doorkit.ts'

/** The flags of every command that calls the API: of a server, or of a store without one. */
export const connectionFlags = {
  'api-key': {
    type: 'string',
    description: 'Default: DOORKIT_API_KEY, which keeps it out of the history of the shell.',
    valueHint: 'dk_…',
  },
  'base-url': {
    type: 'string',
    description: 'The address of the API. Default: DOORKIT_BASE_URL.',
    valueHint: 'https://host/v1',
  },
  'allow-insecure': {
    type: 'boolean',
    description: 'Let the address be http on a host of a private network.',
  },
  store: { ...storeFlag, description: `In place of a server: ${storeFlag.description}` },
  workspace: workspaceFlag,
} as const

/** The values of the {@link connectionFlags}. */
export interface ConnectionArgs {
  readonly 'api-key'?: string | undefined
  readonly 'base-url'?: string | undefined
  readonly 'allow-insecure'?: boolean | undefined
  readonly store?: string | undefined
  readonly workspace?: string | undefined
}

/** The access that a command needs. */
export interface Access {
  /** The scopes of the token that it gets on a store. A key of a server has its own. */
  readonly scopes: readonly Scope[]
  /** The mode of the workspace that is meant where `--workspace` is left out. Default `live`. */
  readonly mode?: WorkspaceInfo['mode'] | undefined
}

/** The API of one workspace. */
export interface Connection {
  readonly client: Client
  /** What is behind the API, with `--store`; undefined for a server. */
  readonly local: { readonly doorkit: Doorkit; readonly workspace: string } | undefined
}

/**
 * Calls the API of a workspace: over the network with a key, or of a store, without a server in
 * between, with a token that ends with the work.
 *
 * @throws CliError `invalid_flag` without a key, an address or a store; `refused` for what the API
 * refuses.
 */
export async function withClient<Result>(
  terminal: Terminal,
  args: ConnectionArgs,
  access: Access,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  try {
    if (args.store !== undefined) return await withStore(terminal, args, access, work)
    return await work({ client: remoteClient(terminal, args), local: undefined })
  } catch (error) {
    if (isProblem(error)) throw new CliError('refused', error.detail, { cause: error })
    throw error
  }
}

function remoteClient({ env }: Terminal, args: ConnectionArgs): Client {
  const apiKey = args['api-key'] ?? env.DOORKIT_API_KEY
  const baseUrl = args['base-url'] ?? env.DOORKIT_BASE_URL
  if (!apiKey || !baseUrl) {
    throw new CliError(
      'invalid_flag',
      'Set DOORKIT_API_KEY and DOORKIT_BASE_URL, or give --store sqlite:doorkit.db',
    )
  }
  if (args.workspace !== undefined) {
    throw new CliError('invalid_flag', 'Give --workspace with --store: a key has one workspace.')
  }
  return createClient({ apiKey, baseUrl, allowInsecure: args['allow-insecure'] })
}

async function withStore<Result>(
  terminal: Terminal,
  args: ConnectionArgs,
  { scopes, mode }: Access,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (args['api-key'] !== undefined || args['base-url'] !== undefined) {
    throw new CliError('invalid_flag', 'Give --store, or --api-key and --base-url, not both.')
  }
  return withDoorkit(terminal, args.store, { missing: 'refuse' }, async (doorkit) => {
    const { id: workspace } = await chooseWorkspace(doorkit, args.workspace, mode)
    const tokens = tokensOf(doorkit, workspace, scopes)
    const client = createClient({
      apiKey: tokens.current,
      baseUrl: 'http://localhost/v1',
      fetch: doorkit.fetch,
    })
    try {
      return await work({ client, local: { doorkit, workspace } })
    } finally {
      await tokens.end()
    }
  })
}

/** Tokens of an hour, each made anew in the last minute of the one before. */
function tokensOf(doorkit: Doorkit, workspace: string, scopes: readonly Scope[]) {
  let token: Awaited<ReturnType<Doorkit['keys']['createAccessToken']>> | undefined
  return {
    async current(): Promise<string> {
      if (!token || token.expiresAt - Date.now() < 60_000) {
        token = await doorkit.keys.createAccessToken({ workspace, name: 'Command line', scopes })
      }
      return token.secret
    },
    async end(): Promise<void> {
      if (token) await doorkit.keys.revoke({ id: token.id })
    },
  }
}
