import {
  type SqlDriver,
  type SqlRow,
  type Statement,
  sqliteDialect,
  toSqliteError,
} from '@doorkit/store-sql'
import type { Database, Statement as PreparedStatement } from 'better-sqlite3'

/** A driver for `better-sqlite3`. It blocks the process while another process writes. */
export function betterSqlite3Driver(db: Database): SqlDriver {
  const prepared = new Map<string, PreparedStatement>()
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  const run = ({ sql, params }: Statement) => {
    const statement = prepare(sql)
    if (!statement.reader) return { rows: [], changes: statement.run(...params).changes }
    const rows = statement.raw().all(...params) as SqlRow[]
    return { rows, changes: rows.length }
  }
  const runAll = db.transaction((statements: readonly Statement[]) => statements.map(run))
  const coded = async <Result>(work: () => Result) => {
    try {
      return work()
    } catch (error) {
      throw toSqliteError(error)
    }
  }
  return {
    dialect: sqliteDialect,
    query: (statement) => coded(() => run(statement)),
    batch: (statements) => coded(() => runAll.immediate(statements)),
    async close() {
      db.close()
    },
  }
}
