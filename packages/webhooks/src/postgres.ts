import { defaultLeaseMs, defaultTtlMs } from './dedupe-options.ts'
import type { DedupeStore } from './dedupe-store.ts'
import { createTableSql, type DedupeTableOptions, mostRemoved, quoted } from './dedupe-table.ts'

/** The part of a `Pool` of `pg`, or of a driver like it, that the store uses. */
export interface PostgresPool {
  /** Runs a statement in a transaction of its own. */
  query(text: string, values?: (string | number)[]): Promise<{ rows: unknown[] }>
}

/** Options of {@link postgresDedupeStore}. */
export type PostgresDedupeOptions = DedupeTableOptions

/**
 * The SQL that creates the table of {@link postgresDedupeStore}, for your migrations. A store whose
 * role may create tables needs none: it creates a missing table when the first delivery comes.
 *
 * @param table - The name of the table. Default that of the store.
 */
export function postgresDedupeTable(table?: string): string {
  return createTableSql(table, 'bigint')
}

/** Remembers handled webhooks in PostgreSQL, for all processes that share the database. */
export function postgresDedupeStore(
  pool: PostgresPool,
  options: PostgresDedupeOptions = {},
): DedupeStore {
  const { ttlMs = defaultTtlMs, leaseMs = defaultLeaseMs, now = Date.now } = options
  const table = quoted(options.table)

  async function createTable(missing: unknown): Promise<void> {
    if (codeOf(missing) !== undefinedTable) throw missing
    try {
      // One statement: not every driver takes two at once.
      await pool.query(`DO $$BEGIN ${postgresDedupeTable(options.table)} END$$`)
    } catch (error) {
      // Another process creates it at this moment; this one has waited for that.
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
      // A handler that was slower than its lease can still settle, as long as nobody else has the
      // claim. Processes that clean at the same moment do not wait for each other.
      await pool.query(
        `WITH handled AS (
           UPDATE ${table} SET token = NULL, ends_at = $1 WHERE id = $2 AND token = $3)
         DELETE FROM ${table} WHERE id IN (
           SELECT id FROM ${table} WHERE ends_at <= $4 AND (token IS NULL OR ends_at <= $5)
           ORDER BY ends_at LIMIT ${mostRemoved} FOR UPDATE SKIP LOCKED)`,
        [time + ttlMs, id, token, time, time - ttlMs],
      )
    },
    async release(id, token) {
      await pool.query(`DELETE FROM ${table} WHERE id = $1 AND token = $2`, [id, token])
    },
  }
}

const undefinedTable = '42P01'
/** A name that two have just taken: `unique_violation` in the catalog, `duplicate_table`. */
const createdElsewhere: unknown[] = ['23505', '42P07']

const codeOf = (error: unknown): unknown => Object(error).code
