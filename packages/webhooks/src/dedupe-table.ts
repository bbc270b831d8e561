import type { DedupeOptions } from './dedupe-options.ts'
import { verificationError } from './error.ts'

/** Options of a dedupe store in an SQL table. */
export interface DedupeTableOptions extends DedupeOptions {
  /**
   * The name of the table: up to 40 letters, digits and underscores. Endpoints that do different work
   * each need their own table, because all of them receive an event under the same id. Default
   * `doorkit_webhooks`.
   */
  table?: string | undefined
}

/** One `complete` removes at most this many expired rows, so that no delivery waits long. */
export const mostRemovedRows = 100

/** The statements that create the table and its index, in SQL that PostgreSQL and SQLite understand. */
export function createTableSql(name: string | undefined, integerType: string): string {
  // A row with a token is a claim; a row without one is a handled event.
  const table = quoteName(name)
  return `CREATE TABLE IF NOT EXISTS ${table} (id text PRIMARY KEY, token text, ends_at ${integerType} NOT NULL);
CREATE INDEX IF NOT EXISTS ${quoteName(name, '_ends_at')} ON ${table} (ends_at);`
}

export function quoteName(name = 'doorkit_webhooks', suffix = ''): string {
  if (!/^\w{1,40}$/.test(name)) {
    throw verificationError('invalid_option', 'table: up to 40 letters, digits and underscores')
  }
  return `"${name}${suffix}"`
}
