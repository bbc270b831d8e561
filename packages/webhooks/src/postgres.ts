import { defaultLeaseMs, defaultTtlMs } from './dedupe-options.ts'
import type { DedupeStore } from './dedupe-store.ts'
import {
  createTableSql,
  type DedupeTableOptions,
  mostRemovedRows,
  quoteName,
} from './dedupe-table.ts'

/** The part of a `Pool` of `pg`, or of a similar driver, that the store uses. */
export interface PostgresPool {
  /** Runs a statement in its own transaction. */
  query(text: string, values?: (string | number)[]): Promise<{ rows: unknown[] }>
}

/** Options of {@link postgresDedupeStore}. */
export type PostgresDedupeOptions = DedupeTableOptions

/**
 * The SQL that creates the table of {@link postgresDedupeStore}, for your migrations. A store whose
 * role may create tables needs no migration: it creates a missing table on the first delivery.
 *
 * @param table - The name of the table. Default: the default table of the store.
 */
export function postgresDedupeTable(table?: string): string {
  return createTableSql(table, 'bigint')
}

/** Creates a store that remembers handled events in PostgreSQL, for all processes that share it. */
export function postgresDedupeStore(
  pool: PostgresPool,
  options: PostgresDedupeOptions = {},
): DedupeStore {
  const { ttlMs = defaultTtlMs, leaseMs = defaultLeaseMs, now = Date.now } = options
  const table = quoteName(options.table)

  async function createTable(failure: unknown): Promise<void> {
    if (codeOf(failure) !== undefinedTable) throw failure
    try {
      // One statement, because not every driver accepts two in one call.
      await pool.query(`DO $$BEGIN ${postgresDedupeTable(options.table)} END$$`)
    } catch (error) {
      // These errors mean that another process has just created the table.
      if (!createdElsewhere.includes(codeOf(error))) throw error
    }
  }

  async function insert(id: string, token: string): Promise<boolean> {
    const time = now()
    const { rows } = await pool.query(
      `INSERT INTO ${table} (id, token, ends_at) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET token = excluded.token, ends_at = excluded.ends_at
       WHERE ${table}.ends_at <= $4
       RETURNING id`,
      [id, token, time + leaseMs, time],
    )
    return rows.length === 1
  }

  return {
    async claim(id) {
      const token = crypto.randomUUID()
      const isClaimed = await insert(id, token).catch(async (error) => {
        await createTable(error)
        return insert(id, token)
      })
      if (isClaimed) return { status: 'claimed', token }
      const { rows } = await pool.query(`SELECT token FROM ${table} WHERE id = $1`, [id])
      const row = rows[0] as { token: string | null } | undefined
      return { status: row?.token === null ? 'done' : 'in_progress' }
    },
    async complete(id, token) {
      const time = now()
      // Expired claims stay for `ttlMs`, so that a handler that was slower than its lease can still
      // settle its claim. Processes that remove rows at the same time do not wait for each other.
      await pool.query(
        `WITH handled AS (
           UPDATE ${table} SET token = NULL, ends_at = $1 WHERE id = $2 AND token = $3)
         DELETE FROM ${table} WHERE id IN (
           SELECT id FROM ${table} WHERE ends_at <= $4 AND (token IS NULL OR ends_at <= $5)
           ORDER BY ends_at LIMIT ${mostRemovedRows} FOR UPDATE SKIP LOCKED)`,
        [time + ttlMs, id, token, time, time - ttlMs],
      )
    },
    async release(id, token) {
      await pool.query(`DELETE FROM ${table} WHERE id = $1 AND token = $2`, [id, token])
    },
  }
}

const undefinedTable = '42P01'
/**
 * The codes of the errors if two processes create the table at the same time: `unique_violation` in the
 * catalog, `duplicate_table`, or `duplicate_object` for the row type of the table.
 */
const createdElsewhere: unknown[] = ['23505', '42P07', '42710']

const codeOf = (error: unknown): unknown => Object(error).code
