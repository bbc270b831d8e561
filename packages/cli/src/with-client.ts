import { type Client, createClient, isProblem } from '@doorkit/client'
import type { Scope } from '@doorkit/models'
import type { Doorkit, WorkspaceInfo } from '@doorkit/server'
import type { ParsedArgs } from 'citty'
import { chooseWorkspace } from './choose-workspace.ts'
import { CliError } from './cli-error.ts'
import { storeFlag, workspaceFlag } from './flags.ts'
import type { Terminal } from './terminal.ts'
import { withDoorkit } from './with-doorkit.ts'

/** The flags of every command that calls the API, either of a server or directly on a store. */
export const connectionFlags = {
  'api-key': {
    type: 'string',
    description: 'The API key. Default: DOORKIT_API_KEY, which stays out of the shell history.',
    valueHint: 'dk_…',
  },
  'base-url': {
    type: 'string',
    description: 'The URL of the API. Default: DOORKIT_BASE_URL.',
    valueHint: 'https://host/v1',
  },
  'allow-insecure': {
    type: 'boolean',
    description: 'Allow plain HTTP to a host of a private network.',
  },
  store: { ...storeFlag, description: 'Instead of a server: sqlite:FILE or postgres://…' },
  workspace: workspaceFlag,
} as const

type ConnectionArgs = Pick<ParsedArgs<typeof connectionFlags>, keyof typeof connectionFlags>

interface Access {
  /** The scopes of the access token for a store. On a server, the scopes of the API key apply. */
  readonly scopes: readonly Scope[]
  /** The mode of the workspace if `--workspace` is missing. Default `live`. */
  readonly mode?: WorkspaceInfo['mode'] | undefined
}

/** The API of one workspace. */
export interface Connection {
  readonly client: Client
  /** The kit and the workspace, with `--store`; undefined for a server. */
  readonly local: { readonly doorkit: Doorkit; readonly workspace: string } | undefined
}

/**
 * Calls the API of a workspace: over the network with an API key, or directly on a store with an
 * access token, which is revoked at the end.
 *
 * @throws CliError `invalid_flag` if neither a server nor a store is named, or the flags name both, or a
 *   workspace without a store; `refused` if the API refuses a call; or the error of opening the store or
 *   choosing the workspace.
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
    if (isProblem(error)) throw new CliError('refused', error.message, { cause: error })
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
    throw new CliError('invalid_flag', '--workspace needs --store: an API key has one workspace.')
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

/** An access token is valid for an hour. A call in its last minute uses a new one. */
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
