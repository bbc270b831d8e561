import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as endOfTick } from 'node:timers/promises'
import {
  type SqlDriver,
  SqlError,
  type SqlResult,
  type SqlRow,
  type Statement,
  sqliteDialect,
} from '@doorkit/store-sql'
import { backUp } from './back-up.ts'
import type { OpenedFile } from './file-identity.ts'
import { createReadInGroup, type ReadInGroup, type ReadTransaction } from './reads-in-one-tick.ts'
import { fileScrubber, type ScrubOptions } from './scrub-file.ts'
import { whenFree } from './wait-while-locked.ts'
import type { Checkpoints } from './wal-checkpoints.ts'
import { createWriteInGroup, type Transaction } from './writes-in-one-transaction.ts'

export interface NodeSqliteDriverOptions extends ScrubOptions {
  readonly db: DatabaseSync
  /** Whether nothing else uses this connection. If so, the driver closes it. */
  readonly isOwn: boolean
  /** The path of the file, if the driver offers a backup of it. */
  readonly file?: string | undefined
  /**
   * The file itself, if the store opened one. Once its path no longer names it, the driver refuses
   * calls: a write immediately, and a read within a second.
   */
  readonly opened?: OpenedFile | undefined
  /** Moves the write-ahead log into the file, on a thread. Without it, SQLite does so inside commits. */
  readonly checkpoints?: Checkpoints | undefined
}

interface PreparedStatement {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

// Checking the path takes 1.5 microseconds: little for a write, but much for the read of one row.
const readsUncheckedMs = 1_000

// This is more statements than the server kit has.
const maxPrepared = 500

export function nodeSqliteDriver(options: NodeSqliteDriverOptions): SqlDriver {
  const { db, busyTimeoutMs, isOwn, file, opened, checkpoints } = options
  const prepared = new Map<string, PreparedStatement>()
  const dataVersion = db.prepare('pragma data_version')
  // If the connection is not our own, its owner may use it between our reads.
  const readInGroup: ReadInGroup = isOwn
    ? createReadInGroup(readTransactionOf(db), busyTimeoutMs)
    : (work) => whenFree(busyTimeoutMs, work)
  const writeInGroup = createWriteInGroup(transactionOf(db), busyTimeoutMs)
  const scrubFile = fileScrubber(db, options)
  const read: ReadInGroup = (work, characters) => {
    const refusal = opened?.refusal(readsUncheckedMs)
    return refusal ? Promise.reject(refusal) : readInGroup(work, characters)
  }
  function write(statements: readonly Statement[], partition?: string): Promise<SqlResult[]> {
    const refusal = opened?.refusal(0)
    if (refusal) return Promise.reject(refusal)
    const characters = charactersIn(statements.map(({ params }) => params))
    const size = { statements: statements.length, characters }
    const runAll = () => {
      const results = statements.map(run)
      const rows = results.reduce((sum, { changes }) => sum + changes, 0)
      checkpoints?.count(rows, characters)
      return results
    }
    return writeInGroup(runAll, size, partition)
  }

  function run({ name, sql, params, mustChange }: Statement, at = 0): SqlResult {
    const { statement, returnsRows } =
      (name === undefined ? undefined : prepared.get(name)) ?? prepare(name, sql)
    const rows = returnsRows ? (statement.all(...params) as unknown as SqlRow[]) : []
    const changes = returnsRows ? rows.length : Number(statement.run(...params).changes)
    if (mustChange && changes === 0) {
      throw new SqlError('guard', 'SQLite: the statement changed no row', {
        detail: { statement: at },
      })
    }
    return { rows, changes }
  }

  function prepare(name: string | undefined, sql: string): PreparedStatement {
    const statement = db.prepare(sql)
    // The caller may have set other options on a database that was passed in.
    statement.setReadBigInts(false)
    statement.setReturnArrays(true)
    const preparedStatement = { statement, returnsRows: statement.columns().length > 0 }
    if (name === undefined) return preparedStatement
    const [oldest] = prepared.keys()
    if (prepared.size >= maxPrepared && oldest !== undefined) prepared.delete(oldest)
    prepared.set(name, preparedStatement)
    return preparedStatement
  }

  function requireFile(): void {
    const refusal = opened?.refusal(0)
    if (refusal) throw refusal
  }

  return {
    dialect: sqliteDialect,
    checksChanges: true,
    async query(statement, partition) {
      if (statement.reads) return read(() => run(statement), charactersOf)
      const [result] = await write([statement], partition)
      return result as SqlResult
    },
    batch: write,
    ...(isOwn && {
      queryTogether: (statement) => read(() => run(statement()), charactersOf),
      writesElsewhere: () => read(() => Number(dataVersion.get()?.data_version)),
    }),
    async scrub() {
      requireFile()
      await scrubFile()
      // A file that has taken the place of this one in the meantime was not scrubbed.
      requireFile()
    },
    ...(file !== undefined && {
      backup: (options, readVersion) => backUp(file, options, readVersion),
    }),
    async close() {
      // The transaction of the last reads ends with their tick.
      await endOfTick()
      prepared.clear()
      await checkpoints?.close()
      if (isOwn) db.close()
    },
  }
}

const charactersOf = ({ rows }: SqlResult) => charactersIn(rows)

function charactersIn(rows: readonly (readonly unknown[])[]): number {
  let sum = 0
  for (const row of rows)
    for (const value of row) if (typeof value === 'string') sum += value.length
  return sum
}

function readTransactionOf(db: DatabaseSync): ReadTransaction {
  const begin = db.prepare('begin')
  const commit = db.prepare('commit')
  return {
    begin() {
      try {
        begin.run()
        return true
      } catch {
        return false
      }
    },
    end() {
      try {
        // SQLite ends the transaction by itself if the disk fails.
        if (db.isTransaction) commit.run()
      } catch {
        if (db.isOpen && db.isTransaction) db.exec('rollback')
      }
    },
  }
}

function transactionOf(db: DatabaseSync): Transaction {
  const prepare = (sql: string) => {
    const statement = db.prepare(sql)
    return () => void statement.run()
  }
  const rollbackTo = prepare('rollback to doorkit_part')
  const release = prepare('release doorkit_part')
  return {
    begin: prepare('begin immediate'),
    commit: prepare('commit'),
    rollback: prepare('rollback'),
    beginPart: prepare('savepoint doorkit_part'),
    commitPart: release,
    rollbackPart() {
      rollbackTo()
      release()
    },
    isOpen: () => db.isTransaction,
  }
}
