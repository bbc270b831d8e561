import { DatabaseSync } from 'node:sqlite'
import {
  type SqlDriver,
  type SqlResult,
  type SqlRow,
  type Statement,
  sqliteDialect,
  toSqliteError,
} from '../src/index.ts'

/**
 * The plainest possible driver. It records its statements, and refuses a query whose `reads` contradicts
 * its text.
 */
export interface PlainDriver extends SqlDriver {
  readonly db: DatabaseSync
  readonly ran: Statement[]
}

export function plainDriver(db = new DatabaseSync(':memory:')): PlainDriver {
  const ran: Statement[] = []
  const run = (statement: Statement): SqlResult => {
    ran.push(statement)
    const prepared = db.prepare(statement.sql)
    const params = statement.params.map((value) =>
      typeof value === 'number' ? BigInt(value) : value,
    )
    if (prepared.columns().length === 0) {
      return { rows: [], changes: Number(prepared.run(...params).changes) }
    }
    prepared.setReturnArrays(true)
    const rows = prepared.all(...params) as unknown as SqlRow[]
    return { rows, changes: rows.length }
  }
  return {
    dialect: sqliteDialect,
    db,
    ran,
    async query(statement) {
      if (statement.sql.startsWith('select ') !== (statement.reads ?? false)) {
        throw new Error(`The statement is declared wrongly as read or write: ${statement.sql}`)
      }
      try {
        return run(statement)
      } catch (error) {
        throw toSqliteError(error)
      }
    },
    async batch(statements) {
      db.exec('begin immediate')
      try {
        const results = statements.map(run)
        db.exec('commit')
        return results
      } catch (error) {
        db.exec('rollback')
        throw toSqliteError(error)
      }
    },
    async close() {
      db.close()
    },
  }
}
