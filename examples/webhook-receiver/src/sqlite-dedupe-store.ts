import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { DedupeStore } from '@doorkit/webhooks'

/** Remembers handled webhooks in SQLite, for all processes that open the file. */
export function sqliteDedupeStore(
  database: DatabaseSync,
  { leaseMs = 300_000, ttlMs = 345_600_000, now = Date.now } = {},
): DedupeStore {
  // A token stands for a claim; without one the event was handled.
  database.exec(`
    PRAGMA busy_timeout = 5000;
    CREATE TABLE IF NOT EXISTS webhooks (id TEXT PRIMARY KEY, token TEXT, ends_at INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS webhooks_handled ON webhooks (ends_at) WHERE token IS NULL`)
  const insert = database.prepare(`
    INSERT INTO webhooks (id, token, ends_at) VALUES (?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET token = excluded.token, ends_at = excluded.ends_at
    WHERE webhooks.ends_at <= ?`)
  const find = database.prepare('SELECT token FROM webhooks WHERE id = ?')
  const settle = database.prepare(
    'UPDATE webhooks SET token = NULL, ends_at = ? WHERE id = ? AND token = ?',
  )
  const forget = database.prepare('DELETE FROM webhooks WHERE token IS NULL AND ends_at <= ?')
  const remove = database.prepare('DELETE FROM webhooks WHERE id = ? AND token = ?')
  return {
    claim(id) {
      const token = randomUUID()
      if (insert.run(id, token, now() + leaseMs, now()).changes === 1) {
        return { status: 'claimed', token }
      }
      return { status: find.get(id)?.token === null ? 'done' : 'in_progress' }
    },
    complete(id, token) {
      settle.run(now() + ttlMs, id, token)
      forget.run(now())
    },
    release(id, token) {
      remove.run(id, token)
    },
  }
}
