import { StoreError } from '@doorkit/store'
import type { PoolClient, QueryConfig } from 'pg'
import { channelOf } from './change-hints.ts'
import type { Connection } from './connections.ts'
import { isLostRace, toPostgresError } from './postgres-error.ts'
import { maxRepetitions } from './repeat-call.ts'
import { longestMs } from './timeouts.ts'

// A connection that listens runs no other statement.
const listeners = `pg_stat_activity where datname = current_database() and query = 'listen "' || ${channelOf('$1')} || '"'`
const waitingWriters =
  "pg_locks where not granted and mode = 'RowExclusiveLock' and relation = any($1::regclass[]::oid[])"

/**
 * Makes a lock that keeps all writers out of tables. It opens its connection on first use.
 *
 * @param name - the name under which the processes of this store share hints.
 */
export function createWriterLock(name: string, connect: () => Promise<Connection>) {
  let held: { readonly connection: Connection; readonly tables: readonly string[] } | undefined
  return {
    /**
     * Waits at most ten seconds for the current writers of each table, and then locks all writers out.
     *
     * @throws {StoreError} `busy` if a server or worker listens for writes to this store.
     */
    async keepOut(tables: readonly string[]): Promise<void> {
      if (held) return
      const connection = await connect()
      try {
        const listening = await count(connection.client, listeners, name)
        if (listening > 0) {
          throw new StoreError(
            'busy',
            `Servers or workers have this store open (connections that listen for writes: ${listening}). Stop them all first.`,
          )
        }
        await lock(connection.client, tables)
        held = { connection, tables }
      } catch (error) {
        connection.release(true)
        throw error instanceof StoreError ? error : toPostgresError(error)
      }
    },
    /** Lets others write again. Returns the number of connections that wait to write. */
    async letIn(): Promise<number> {
      if (!held) return 0
      const { connection, tables } = held
      held = undefined
      try {
        const waiting = await count(connection.client, waitingWriters, tables)
        await connection.client.query('rollback')
        connection.release(false)
        return waiting
      } catch (error) {
        connection.release(true)
        throw toPostgresError(error)
      }
    },
  }
}

/** The error of `close` when others wait to write. */
export function othersWaitError(waiting: number): StoreError {
  return new StoreError(
    'busy',
    `Servers or workers still write to this store (connections that waited to write: ${waiting}). Stop them all first.`,
  )
}

/** Counts the rows of `from`, in which `$1` is the parameter. */
async function count(client: PoolClient, from: string, parameter: unknown): Promise<number> {
  const text = `select count(*)::int as count from ${from}`
  const { rows } = await client.query<{ count: number }>(text, [parameter])
  return rows[0]?.count ?? 0
}

/** Locks the tables, one after the other. A lock that loses a deadlock to a writer starts again. */
async function lock(client: PoolClient, tables: readonly string[], repetition = 0): Promise<void> {
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  await client.query("set local lock_timeout = '10s'")
  await client.query('set local idle_in_transaction_session_timeout = 0')
  const text = `lock table ${tables.join(', ')} in share mode`
  try {
    await client.query({ text, query_timeout: longestMs } as QueryConfig)
  } catch (error) {
    if (!isLostRace(error) || repetition === maxRepetitions) throw error
    await client.query('rollback')
    await lock(client, tables, repetition + 1)
  }
}
