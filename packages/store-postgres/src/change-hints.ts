import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Statement } from '@doorkit/store-sql'
import pg, { type PoolConfig } from 'pg'

export interface HintsOptions {
  /** The settings of the connection that listens. */
  readonly connection: PoolConfig
  /** Stores with the same name in one schema receive each other's hints. */
  readonly name: string
  /** Runs `select pg_notify(…)`. */
  readonly notify: (statement: Statement) => Promise<unknown>
}

// A busy process sends at most ten hints a second. More would gain little, because a poll follows within
// seconds.
const pauseMs = 100
const firstReconnectMs = 500
const longestReconnectMs = 30_000
/** The SQL for the name of a store's channel. It hashes `name`, which may be too long for a channel. */
export const channelOf = (name: string) => `'doorkit_' || md5(current_schema() || '.' || ${name})`

/**
 * Tells the processes on one database which collections were written to. It sends hints by NOTIFY,
 * through the pool and after the commit: one hint for all commits since the last hint. Commits of
 * transactions with NOTIFY would wait for each other.
 */
export function createHints({ connection, name, notify }: HintsOptions) {
  // The watchers of this process learn of its writes without the database.
  const self = randomUUID()
  const watchers = new Map<string, Set<() => void>>()
  let listener: Promise<pg.Client | undefined> | undefined
  let failures = 0
  let hasListened = false
  let isClosed = false

  const announce = gather(async (collections) => {
    const params = [name, [self, ...collections].join()]
    await notify({ sql: `select pg_notify(${channelOf('$1')}, $2)`, params }).catch(() => {})
  })

  const wake = gather((collections) => {
    for (const collection of collections) {
      for (const wakeOne of watchers.get(collection) ?? []) wakeOne()
    }
  })

  async function open(): Promise<pg.Client | undefined> {
    const client = new pg.Client(connection)
    let isLost = false
    const lose = () => {
      if (!isLost) void reconnect()
      isLost = true
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload = '' }) => {
      const [from, ...collections] = payload.split(',')
      if (from !== self) wake(collections)
    })
    try {
      await client.connect()
      const { rows } = await client.query(`select ${channelOf('$1')} as "channel"`, [name])
      await client.query(`listen ${pg.escapeIdentifier(String(rows[0]?.channel))}`)
      failures = 0
      // Hints may have been lost between two connections.
      if (hasListened) wake([...watchers.keys()])
      hasListened = true
      return client
    } catch {
      lose()
      client.end().catch(() => {})
      return undefined
    }
  }

  async function reconnect(): Promise<void> {
    const waitMs = Math.min(firstReconnectMs * 2 ** failures, longestReconnectMs)
    failures += 1
    await sleep(waitMs, undefined, { ref: false })
    if (!isClosed) listener = open()
  }

  return {
    /** Sends a hint to the other processes. A hint that cannot be sent is lost. */
    announce,
    /**
     * Calls `wakeOne` when another process has written to the collection. Resolves to a function that
     * ends the calls.
     */
    async listen(collection: string, wakeOne: () => void): Promise<() => Promise<void>> {
      // If the same `wakeOne` is passed twice, it counts as two watchers.
      const watcher = () => wakeOne()
      watchers.set(collection, (watchers.get(collection) ?? new Set()).add(watcher))
      listener ??= open()
      await listener
      return async () => void watchers.get(collection)?.delete(watcher)
    },
    async close(): Promise<void> {
      isClosed = true
      const client = await listener
      await client?.end()
    },
  }
}

/** Passes names on: the first ones immediately, and after each pause those that arrived during it. */
function gather(send: (names: readonly string[]) => Promise<void> | void) {
  const waiting = new Set<string>()
  let isUnderWay = false
  async function run(): Promise<void> {
    isUnderWay = true
    while (waiting.size > 0) {
      const names = [...waiting]
      waiting.clear()
      await send(names)
      await sleep(pauseMs, undefined, { ref: false })
    }
    isUnderWay = false
  }
  return (names: readonly string[]) => {
    for (const name of names) waiting.add(name)
    if (!isUnderWay) void run()
  }
}
