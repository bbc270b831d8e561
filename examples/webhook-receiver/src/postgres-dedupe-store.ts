import { randomUUID } from 'node:crypto'
import type { DedupeStore } from '@doorkit/webhooks'
import type { Pool } from 'pg'

/** The table of {@link postgresDedupeStore}: a token stands for a claim, none for a handled event. */
export const postgresDedupeTable = `
  CREATE TABLE IF NOT EXISTS webhooks (id text PRIMARY KEY, token text, ends_at bigint NOT NULL);
  CREATE INDEX IF NOT EXISTS webhooks_handled ON webhooks (ends_at) WHERE token IS NULL`

/** Remembers handled webhooks in PostgreSQL, for all processes that share the database. */
export function postgresDedupeStore(
  pool: Pick<Pool, 'query'>,
  { leaseMs = 300_000, ttlMs = 345_600_000, now = Date.now } = {},
): DedupeStore {
  return {
    async claim(id) {
      const token = randomUUID()
      const { rowCount } = await pool.query(
        `INSERT INTO webhooks (id, token, ends_at) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET token = excluded.token, ends_at = excluded.ends_at
         WHERE webhooks.ends_at <= $4`,
        [id, token, now() + leaseMs, now()],
      )
      if (rowCount === 1) return { status: 'claimed', token }
      const { rows } = await pool.query('SELECT token FROM webhooks WHERE id = $1', [id])
      return { status: rows[0]?.token === null ? 'done' : 'in_progress' }
    },
    async complete(id, token) {
      await pool.query(
        'UPDATE webhooks SET token = NULL, ends_at = $1 WHERE id = $2 AND token = $3',
        [now() + ttlMs, id, token],
      )
      await pool.query('DELETE FROM webhooks WHERE token IS NULL AND ends_at <= $1', [now()])
    },
    async release(id, token) {
      await pool.query('DELETE FROM webhooks WHERE id = $1 AND token = $2', [id, token])
    },
  }
}
