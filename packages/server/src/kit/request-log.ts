import { limits } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { type RequestData, requests } from '../collections/request.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Store } from '../store/port.ts'

/** One call of the API, as the log keeps it: no bodies, no query, no personal data. */
export interface LoggedRequest extends RequestData {
  /** The request id. */
  readonly id: string
  /** The id of the workspace of the key. */
  readonly workspace: string
  /** The id of the key that called. */
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Reads the latest calls, in code: the HTTP API cannot. */
export interface Requests {
  /** The last 50 calls of 30 days from any key of a workspace, newest first (spec: Limits). */
  list(options: { readonly workspace: string }): Promise<LoggedRequest[]>
}

/** Collects calls and writes them down in batches. */
export interface RequestLog extends Requests {
  add(request: LoggedRequest): void
  /** Writes down what was collected. */
  flush(): Promise<void>
}

const flushDelayMs = 1_000

/**
 * Makes a request log. Calls are kept in memory for a second and written together, at most 50 a
 * workspace: a busy key costs no more than a quiet one, and a crash loses a second of the log.
 */
export function createRequestLog(store: Store, clock: Clock, logger: Logger): RequestLog {
  const waiting = new Map<string, LoggedRequest[]>()
  let scheduled = false

  async function flush(): Promise<void> {
    scheduled = false
    const batches = [...waiting]
    waiting.clear()
    for (const [workspace, batch] of batches) {
      await store.commit(
        batch.map(({ id, key, at, method, path, status, duration_ms }) =>
          requests.insert(
            id,
            { workspace, key, at },
            { method, path, status, duration_ms },
            'ignore',
          ),
        ),
      )
      await forgetOlder(store, workspace)
    }
  }

  return {
    flush,
    add(request) {
      const batch = waiting.get(request.workspace) ?? []
      batch.push(request)
      if (batch.length > limits.requestLogLength) batch.shift()
      waiting.set(request.workspace, batch)
      if (scheduled) return
      scheduled = true
      clock.after(flushDelayMs, () => {
        flush().catch((error) => logger.warn({ error }, 'The request log was not written.'))
      })
    },
    async list({ workspace }) {
      await flush()
      const since = clock.now() - limits.requestLogSeconds * 1_000
      const rows = await requests.list(store, {
        index: 'requests_at',
        where: [equals('workspace', workspace), { key: 'at', op: 'gte', value: since }],
        dir: 'desc',
        limit: limits.requestLogLength,
      })
      return rows.map(({ id, keys: { key, at }, data }) => ({ id, workspace, key, at, ...data }))
    },
  }
}

/** Keeps the newest 50 of a workspace. */
async function forgetOlder(store: Store, workspace: string): Promise<void> {
  const where = [equals('workspace', workspace)]
  const newest = await requests.list(store, {
    index: 'requests_at',
    where,
    dir: 'desc',
    limit: limits.requestLogLength,
  })
  const oldest = newest.at(-1)
  if (!oldest || newest.length < limits.requestLogLength) return
  const older = [...where, { key: 'at', op: 'lt', value: oldest.keys.at } as const]
  while ((await store.deleteMany({ in: requests.plan.name, where: older, limit: 500 })).more);
}
