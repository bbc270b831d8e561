import { defaultLeaseMs, defaultTtlMs } from './dedupe-options.ts'
import type { DedupeStore } from './dedupe-store.ts'
import {
  createTableSql,
  type DedupeTableOptions,
  mostRemovedRows,
  quoteName,
} from './dedupe-table.ts'

/** The part of a `node:sqlite`, `better-sqlite3` or `bun:sqlite` database that the store uses. */
export interface SqliteDatabase {
  /** Runs statements without results. */
  exec(sql: string): unknown
  /** Prepares a statement. */
  prepare(sql: string): {
    run(...values: (string | number)[]): { changes: number | bigint }
    get(...values: (string | number)[]): unknown
  }
}

/** Options of {@link sqliteDedupeStore}. */
export type SqliteDedupeOptions = DedupeTableOptions

/**
 * Creates a store that remembers handled events in SQLite, for all processes that open the file. The
 * store creates its table. If the connection has no `busy_timeout`, the store sets five seconds.
 *
 * @param database - A connection that keeps no transaction open across an `await`, because a claim
 *   would become part of it.
 */
export function sqliteDedupeStore(
  database: SqliteDatabase,
  options: SqliteDedupeOptions = {},
): DedupeStore {
  const { ttlMs = defaultTtlMs, leaseMs = defaultLeaseMs, now = Date.now } = options
  const table = quoteName(options.table)
  const busyTimeout = database.prepare('PRAGMA busy_timeout').get() as { timeout: number | bigint }
  if (Number(busyTimeout.timeout) === 0) database.exec('PRAGMA busy_timeout = 5000')
  database.exec(createTableSql(options.table, 'integer'))
  const insert = database.prepare(`
    INSERT INTO ${table} (id, token, ends_at) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET token = excluded.token, ends_at = excluded.ends_at
    WHERE ${table}.ends_at <= ?`)
  const find = database.prepare(`SELECT token FROM ${table} WHERE id = ?`)
  const settle = database.prepare(
    `UPDATE ${table} SET token = NULL, ends_at = ? WHERE id = ? AND token = ?`,
  )
  // Expired claims stay for `ttlMs`, so that a handler that was slower than its lease can still settle
  // its claim.
  const removeExpired = database.prepare(`
    DELETE FROM ${table} WHERE id IN (
      SELECT id FROM ${table} WHERE ends_at <= ? AND (token IS NULL OR ends_at <= ?)
      ORDER BY ends_at LIMIT ${mostRemovedRows})`)
  const releaseClaim = database.prepare(`DELETE FROM ${table} WHERE id = ? AND token = ?`)
  return {
    claim(id) {
      const token = crypto.randomUUID()
      const time = now()
      if (Number(insert.run(id, token, time + leaseMs, time).changes) === 1) {
        return { status: 'claimed', token }
      }
      const row = find.get(id) as { token: string | null } | null | undefined
      return { status: row?.token === null ? 'done' : 'in_progress' }
    },
    complete(id, token) {
      const time = now()
      settle.run(time + ttlMs, id, token)
      removeExpired.run(time, time - ttlMs)
    },
    release(id, token) {
      releaseClaim.run(id, token)
    },
  }
}
