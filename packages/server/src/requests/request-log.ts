import { limits } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { firstRequestTime, requests } from '../collections/request.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import { type LoggedRequest, writeRequests } from './write-request-log.ts'

/** Reads the latest requests. The HTTP API cannot do this. */
export interface Requests {
  /** The last 50 requests of a workspace within 30 days, newest first (docs/api.md#request-log). */
  list(options: { readonly workspace: string }): Promise<LoggedRequest[]>
}

/** Collects requests and writes them in batches. */
export interface RequestLog extends Requests {
  add(request: LoggedRequest): void
  /** Writes the collected requests now. */
  flush(): Promise<void>
}

const flushDelayMs = 1_000

/**
 * Makes a request log. It collects requests in memory for a second and writes at most 50 for each
 * workspace: a busy key costs no more than a quiet one. A crash loses one second of the log.
 */
export function createRequestLog(store: Store, clock: Clock, logger: Logger): RequestLog {
  const waiting = new Map<string, LoggedRequest[]>()
  let scheduled = false

  async function flush(): Promise<void> {
    scheduled = false
    const batches = new Map(waiting)
    waiting.clear()
    await writeRequests(store, batches)
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
        flush().catch((error) => logger.warn({ error }, 'The request log could not be written.'))
      })
    },
    async list({ workspace }) {
      await flush()
      const since = firstRequestTime(clock.now())
      const rows = await requests.list(store, {
        index: 'requests_workspace',
        where: [equals('workspace', workspace)],
        dir: 'asc',
        limit: limits.requestLogLength,
      })
      return rows
        .map(({ data }) => data)
        .filter(({ at }) => at >= since)
        .sort((a, b) => b.at - a.at || b.number - a.number)
        .map(({ request, number: _, ...call }) => ({ id: request, workspace, ...call }))
    },
  }
}
