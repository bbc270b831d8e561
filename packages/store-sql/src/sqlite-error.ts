import { SqlError, type SqlErrorCode, type SqlErrorDetail } from './sql-error.ts'

/**
 * Converts an error of any SQLite binding. It reads the message, which SQLite itself writes, because
 * some bindings lack the extended result code.
 */
export function toSqliteError(cause: unknown): SqlError {
  if (cause instanceof SqlError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  const { code, detail } = classify(message)
  return new SqlError(code, `SQLite: ${message}`, { cause, detail })
}

function classify(message: string): { code: SqlErrorCode; detail?: SqlErrorDetail } {
  const unique = /UNIQUE constraint failed: (.+)/.exec(message)?.[1]
  if (unique) return { code: 'unique', detail: readUnique(unique) }
  const check = /CHECK constraint failed: (\w+)/.exec(message)?.[1]
  if (check) return { code: 'check', detail: { constraint: check } }
  if (/is locked|SQLITE_(BUSY|LOCKED)/.test(message)) return { code: 'busy' }
  if (/disk is full|disk I\/O error|SQLITE_(FULL|IOERR)/.test(message))
    return { code: 'unavailable' }
  return { code: 'fault' }
}

/** Reads `table.column, table.column`, or `index 'name'`. */
function readUnique(text: string): SqlErrorDetail {
  const index = /^index '(.+)'/.exec(text)?.[1]
  if (index) return { constraint: index }
  const columns = [...text.matchAll(/(\w+)\.(\w+)/g)]
  return { table: columns[0]?.[1], columns: columns.map((column) => column[2] ?? '') }
}
