import { StoreError } from '@doorkit/store'
import type { PoolClient, QueryConfig } from 'pg'
import { channelOf } from './change-hints.ts'
import type { Connection } from './connections.ts'
import { toPostgresError } from './postgres-error.ts'
import { longestMs } from './timeouts.ts'

/** Locks other writers out of tables. */
export interface WriterLock {
  /**
   * Waits at most ten seconds for the current writers of each table, and then locks all writers out.
   *
   * @throws {StoreError} `busy` if a worker listens for writes to this store.
   */
  keepOut(tables: readonly string[]): Promise<void>
  /** Lets others write again. Returns the number of connections that wait to write. */
  letIn(): Promise<number>
}

/**
 * Makes a {@link WriterLock}, which opens its connection on first use.
 *
 * @param name - the name under which the processes of this store share hints.
 */
export function createWriterLock(name: string, connect: () => Promise<Connection>): WriterLock {
  let held: { readonly connection: Connection; readonly tables: readonly string[] } | undefined
  return {
    async keepOut(tables) {
      if (held) return
      const connection = await connect()
      try {
        const listening = await countListening(connection.client, name)
        if (listening > 0) throw othersListenError(listening)
        await lock(connection.client, tables)
        held = { connection, tables }
      } catch (error) {
        connection.release(true)
        throw error instanceof StoreError ? error : toPostgresError(error)
      }
    },
    async letIn() {
      if (!held) return 0
      const { connection, tables } = held
      held = undefined
      try {
        const waiting = await countWaiting(connection.client, tables)
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
    `Servers or workers still write to this store: ${waiting} connections waited to write to it. Stop them all first.`,
  )
}

function othersListenError(listening: number): StoreError {
  return new StoreError(
    'busy',
    `Servers or workers have this store open: ${listening} of their connections wait for writes to it. Stop them all first.`,
  )
}

// A connection that listens runs no other statement.
async function countListening(client: PoolClient, name: string): Promise<number> {
  const { rows } = await client.query<{ listening: number }>(
    `select count(*)::int as listening from pg_stat_activity where datname = current_database() and query = 'listen "' || ${channelOf('$1')} || '"'`,
    [name],
  )
  return rows[0]?.listening ?? 0
}

async function lock(client: PoolClient, tables: readonly string[]): Promise<void> {
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  await client.query("set local lock_timeout = '10s'")
  await client.query('set local idle_in_transaction_session_timeout = 0')
  const text = `lock table ${tables.join(', ')} in share mode`
  await client.query({ text, query_timeout: longestMs } as QueryConfig)
}

async function countWaiting(client: PoolClient, tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_locks where not granted and mode = 'RowExclusiveLock' and relation = any($1::regclass[]::oid[])`,
    [tables],
  )
  return rows[0]?.waiting ?? 0
}
