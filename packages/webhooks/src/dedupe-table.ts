import type { DedupeOptions } from './dedupe-options.ts'
import { verificationError } from './verification-error.ts'

/** Options of a dedupe store in a table of SQL. */
export interface DedupeTableOptions extends DedupeOptions {
  /**
   * The name of the table: up to 40 letters, digits and underscores. Endpoints that do different
   * work need one each, because an event comes to all of them under one id. Default
   * `doorkit_webhooks`.
   */
  table?: string | undefined
}

/** How many rows one settled claim removes at most, so that no delivery waits for a large cleaning. */
export const mostRemoved = 100

/** The statements that create the table and its index; both databases read them. */
export function createTableSql(name: string | undefined, bigint: string): string {
  // A token stands for a claim; without one the event was handled.
  const table = quoted(name)
  return `CREATE TABLE IF NOT EXISTS ${table} (id text PRIMARY KEY, token text, ends_at ${bigint} NOT NULL);
CREATE INDEX IF NOT EXISTS ${quoted(name, '_ends_at')} ON ${table} (ends_at);`
}

/** The name of a table, or of its index, as SQL writes it. */
export function quoted(name = 'doorkit_webhooks', suffix = ''): string {
  if (!/^\w{1,40}$/.test(name)) {
    throw verificationError('invalid_option', 'table: up to 40 letters, digits and underscores')
  }
  return `"${name}${suffix}"`
}
