import { postgresDialect, toPostgresError } from '@doorkit/store-postgres'
import { type SqlDriver, SqlError, type SqlResult, type Statement } from '@doorkit/store-sql'
import type { Sql, TransactionSql } from 'postgres'

const maxAttempts = 8

/** A driver for postgres.js. A query or batch that conflicts with another transaction is repeated. */
export function postgresJsDriver(client: Sql): SqlDriver {
  async function run(on: Sql | TransactionSql, statement: Statement, at = 0): Promise<SqlResult> {
    try {
      const { sql, params } = statement
      const rows = await on.unsafe(sql, [...params], { prepare: true }).values()
      return { rows, changes: rows.count }
    } catch (error) {
      throw toPostgresError(error, { statement: at })
    }
  }
  async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        const isConflict = error instanceof SqlError && error.code === 'busy'
        if (!isConflict || attempt === maxAttempts) throw error
      }
    }
  }
  return {
    dialect: postgresDialect(),
    query: (statement) => repeated(() => run(client, statement)),
    batch: (statements) =>
      repeated(() =>
        client.begin('isolation level read committed', async (transaction) => {
          const results: SqlResult[] = []
          for (const [at, statement] of statements.entries()) {
            results.push(await run(transaction, statement, at))
          }
          return results
        }),
      ),
    close: () => client.end(),
  }
}
