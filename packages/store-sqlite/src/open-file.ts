import { closeSync, existsSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import type { DatabaseSync } from 'node:sqlite'
import { StoreError } from '@doorkit/store'
import { toSqliteError } from '@doorkit/store-sql'
import { whenFreeSync } from './wait-while-locked.ts'

// An import of the module would fail in an older Node, without a word about the version that is needed.
const sqlite = process.getBuiltinModule?.('node:sqlite')
if (!sqlite) throw new Error('@doorkit/store-sqlite needs Node 22.19 or newer, for node:sqlite.')
const { DatabaseSync: Database } = sqlite

export interface OpenFileOptions {
  readonly file: string
  readonly busyTimeoutMs: number
  readonly synchronous: 'normal' | 'full'
  readonly exclusive: boolean
}

/**
 * Opens a database file, and creates it if it is missing.
 *
 * @throws {StoreError} `invalid_query` for an empty path; `fault` if the file cannot be opened, for
 *   example because its directory does not exist; `busy` if another process keeps it locked for longer
 *   than the timeout.
 */
export function openFile(options: OpenFileOptions): DatabaseSync {
  const { file, busyTimeoutMs, exclusive } = options
  if (file === '')
    throw new StoreError('invalid_query', `file is empty. Give a path, or ':memory:'.`)
  if (file !== ':memory:') requireDirectory(file)
  let db: DatabaseSync | undefined
  try {
    // The file contains people's data, so a new file is for its owner alone. SQLite gives the files next
    // to it the same mode.
    if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
    db = new Database(file)
    const opened = db
    whenFreeSync(busyTimeoutMs, () => prepareFile(opened, options))
    return db
  } catch (cause) {
    db?.close()
    throw explain(file, exclusive, cause)
  }
}

/** @throws {StoreError} `fault` if the directory of a file does not exist. */
export function requireDirectory(file: string): void {
  const directory = dirname(resolve(file))
  if (existsSync(directory)) return
  throw new StoreError(
    'fault',
    `Cannot open ${file}: the directory ${directory} does not exist. Create it first.`,
  )
}

function prepareFile(db: DatabaseSync, { synchronous, exclusive }: OpenFileOptions): void {
  // SQLite must not wait for locks: the driver does, without blocking the process. Only while a file is
  // opened, `whenFreeSync` waits, and blocks the process.
  db.exec('pragma busy_timeout = 0')
  // In exclusive mode, the first access to the file locks it, and fails while another connection has it
  // open.
  if (exclusive) db.exec('pragma locking_mode = exclusive')
  db.exec('pragma journal_mode = wal')
  if (exclusive) db.exec('begin immediate; commit')
  db.exec(`pragma synchronous = ${synchronous}`)
  db.exec('pragma secure_delete = on')
  // People's data does not belong in the system's directory for temporary files.
  db.exec('pragma temp_store = memory')
}

function explain(file: string, exclusive: boolean, cause: unknown): StoreError {
  if (toSqliteError(cause).code === 'busy') {
    const problem = exclusive
      ? `Another process has ${file} open. Stop every server and worker that uses it.`
      : `Another process keeps ${file} locked. Try again.`
    return new StoreError('busy', problem, { cause })
  }
  const reason = cause instanceof Error ? cause.message : String(cause)
  const problem = reason.includes('not a database') ? 'it is not a SQLite database' : reason
  return new StoreError('fault', `Cannot open ${file}: ${problem}.`, { cause })
}
