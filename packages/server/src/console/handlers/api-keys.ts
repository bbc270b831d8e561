import { type Id, toTimestamp } from '@doorkit/models'
import { type ApiKeyInfo, manageKeys, toInfo } from '../../admin/api-keys.ts'
import { apiKeys as apiKeyRows } from '../../collections/api-key.ts'
import type { Context } from '../../commit/request-context.ts'
import { Failure, notFound } from '../../errors/failure.ts'
import { KitError } from '../../errors/kit-error.ts'
import { page } from '../../handlers/list-page.ts'
import type { ConsoleHandlers } from './console-handlers.ts'

export const apiKeys: ConsoleHandlers['apiKeys'] = {
  list: ({ query }, context) =>
    page(context, {
      collection: apiKeyRows,
      index: 'keys_created',
      where: [{ column: 'expires_at', op: 'isNull', value: true }],
      query,
      toItem: (row) => show(toInfo(row, context.clock.now())),
    }),

  async create({ body }, context) {
    const { workspace, store, clock } = context
    await context.claimKey()
    const { id, secret } = await withFailures(() =>
      keysOf(context).create({ workspace: workspace.id, ...body }),
    )
    const row = await apiKeyRows.get(store, id)
    if (!row) throw notFound('API key')
    return { ...show(toInfo(row, clock.now())), secret }
  },

  async revoke({ id }, context) {
    await context.claimKey()
    await withFailures(() => keysOf(context).revoke({ workspace: context.workspace.id, id }))
    return { id: id as Id<'apiKey'>, object: 'api_key', status: 'revoked' }
  },
}

const keysOf = (context: Context) => manageKeys(async () => context)

/** Converts a KitError of some work to the Failure that the client gets. */
async function withFailures<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof KitError)) throw error
    if (error.code === 'not_found') throw notFound('API key')
    throw new Failure('conflict', error.message, { cause: error })
  }
}

function show({ id, name, scopes, hint, status, createdAt, revokedAt, lastUsedAt }: ApiKeyInfo) {
  return {
    id: id as Id<'apiKey'>,
    object: 'api_key' as const,
    name,
    scopes: [...scopes],
    hint,
    status,
    created_at: toTimestamp(createdAt),
    revoked_at: revokedAt === null ? null : toTimestamp(revokedAt),
    last_used_at: lastUsedAt === null ? null : toTimestamp(lastUsedAt),
  }
}
