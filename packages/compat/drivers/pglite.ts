import { postgresDialect, toPostgresError } from '@doorkit/store-postgres'
import type { SqlDriver, SqlResult, SqlRow, Statement } from '@doorkit/store-sql'
import type { PGlite, Transaction } from '@electric-sql/pglite'

/** A driver for PGlite: PostgreSQL in this process, with one connection. */
export function pgliteDriver(db: PGlite): SqlDriver {
  async function run(on: PGlite | Transaction, statement: Statement, at = 0): Promise<SqlResult> {
    try {
      const { sql, params } = statement
      const result = await on.query<SqlRow>(sql, [...params], { rowMode: 'array' })
      return { rows: result.rows, changes: result.affectedRows || result.rows.length }
    } catch (error) {
      throw toPostgresError(error, { statement: at })
    }
  }
  return {
    dialect: postgresDialect(),
    query: (statement) => run(db, statement),
    batch: (statements) =>
      db.transaction(async (transaction) => {
        const results: SqlResult[] = []
        for (const [at, statement] of statements.entries()) {
          results.push(await run(transaction, statement, at))
        }
        return results
      }),
    close: () => db.close(),
  }
}
