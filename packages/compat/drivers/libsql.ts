import {
  type SqlDriver,
  type SqlResult,
  type Statement,
  sqliteDialect,
  toSqliteError,
} from '@doorkit/store-sql'
import type { Client, ResultSet } from '@libsql/client'

/** A driver for libSQL, in a file or over the network. A batch is one request and one transaction. */
export function libsqlDriver(client: Client): SqlDriver {
  const toQuery = ({ sql, params }: Statement) => ({ sql, args: [...params] })
  const toResult = ({ rows, columns, rowsAffected }: ResultSet): SqlResult => ({
    rows: rows.map((row) => Array.from(row)),
    changes: columns.length > 0 ? rows.length : rowsAffected,
  })
  const coded = (error: unknown) => {
    throw toSqliteError(error)
  }
  return {
    dialect: sqliteDialect,
    query: (statement) => client.execute(toQuery(statement)).then(toResult, coded),
    batch: (statements) =>
      client
        .batch(statements.map(toQuery), 'write')
        .then((results) => results.map(toResult), coded),
    async close() {
      client.close()
    },
  }
}
