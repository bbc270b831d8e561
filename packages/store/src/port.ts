/**
 * The store port: everything that the server kit needs from a database.
 *
 * A store keeps documents, each with a few columns to filter and sort by. It knows no resources, takes
 * no transaction callback, and has no OR, LIKE, join or offset. So an embedded file, a PostgreSQL
 * cluster and a database behind HTTP can all keep the same promises.
 */

import type { BackupOptions, BackupReport } from './backup.ts'
import type { BulkPatch, BulkQuery, BulkResult } from './bulk-writes.ts'
import type { ClaimQuery, ConsumeQuery, ConsumeResult } from './claim-and-consume.ts'
import type { ColumnValue, Filter, Row, RowsQuery } from './row-and-filter.ts'
import type { MigrateOptions, MigrationReport, SchemaPlan } from './schema.ts'
import type { NearestQuery, NearestRow, SearchHit, SearchQuery } from './search-query.ts'

/** Identifies one row. */
export interface Ref {
  /** The name of a collection. */
  readonly in: string
  /** The partition of the row, if the collection has one; otherwise absent. */
  readonly partition?: string | undefined
  /** The id of the row. */
  readonly id: string
}

/** Identifies one row, with the conditions that must hold for the commit to succeed. */
export interface GuardedRef extends Ref {
  /** Guard: the row has this revision. */
  readonly ifRev?: number | undefined
  /** Guard: the row, as it was before this step, matches this filter. */
  readonly when?: Filter | undefined
}

/**
 * A time of a scope. Once it is set, no new commit of the scope may be dated before it: see
 * {@link CommitOptions.at}. The horizon of one scope does not affect the commits of another.
 */
export interface Horizon {
  /** Any string, in practice a workspace id. */
  readonly scope: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A page of rows in the order of one declared index. */
export interface ListQuery extends RowsQuery {
  /**
   * The name of a declared index, or `id`: the partition, if there is one, and the id. Rows are ordered
   * by the columns of the index, then by the partition unless the index has it, then by `id`. A row with
   * null in one of these columns is not listed. A leading column for which the filter names one value
   * (`eq`) or several (`in`) does not belong to the order: the rows of its values are merged. A filter
   * may name at most 64 combinations of values for those leading columns.
   */
  readonly index: string
  /**
   * The keyset at which the previous page ended: a value for each column of the index, then for the
   * partition unless the index has it, then the id. The value for a leading column with several values
   * in the filter (`in`) is not read.
   */
  readonly after?: readonly (string | number)[] | undefined
  /** The direction of every column of the order, `id` included. */
  readonly dir: 'asc' | 'desc'
  /** Mandatory, 1 to 1,000. */
  readonly limit: number
  /**
   * Moves the scope's horizon forward to `at` before reading, never back. After that, a commit that
   * this read did not see is dated `at` or later, or fails with `late`.
   */
  readonly horizon?: Horizon | undefined
}

/** A figure to compute over a group of rows. Every measure but `count` reads a numeric column. */
export type Measure =
  | { readonly op: 'count' }
  | { readonly op: 'sum' | 'min' | 'max'; readonly column: string }

/** Exact figures over columns. The groups have no order. */
export interface AggregateQuery extends RowsQuery {
  /** At most two columns. */
  readonly groupBy?: readonly string[] | undefined
  /** The measures by name. Without rows, `sum` is 0, and `min` and `max` are null. */
  readonly measures: Readonly<Record<string, Measure>>
}

/** One group. Without `groupBy` there is exactly one, even without rows. */
export interface AggregateRow {
  /** The values of the columns of `groupBy`, in its order. */
  readonly group: readonly ColumnValue[]
  /** The value of each measure, by its name. */
  readonly values: Readonly<Record<string, number | null>>
}

/**
 * One step of a commit. Steps run in order, and each sees the writes of the earlier ones. A guard that
 * fails undoes the whole commit.
 */
export type WriteOp =
  | {
      readonly op: 'insert'
      /** The name of a collection. */
      readonly in: string
      /**
       * The row. Without `rev`, it gets the revision 1. A copy is inserted with the `rev` of its
       * original.
       */
      readonly row: Omit<Row, 'rev'> & { readonly rev?: number | undefined }
      /**
       * If the id or a value in a unique index is taken, the commit fails, or (`ignore`) this step
       * writes nothing. Default: `fail`.
       */
      readonly onConflict?: 'fail' | 'ignore' | undefined
    }
  | (GuardedRef &
      BulkPatch & {
        readonly op: 'patch'
        /** The new document, if it changes. */
        readonly data?: unknown
      })
  | (GuardedRef & { readonly op: 'remove' })
  /** Writes nothing. Guard: a row with this id (at `ifRev`, matching `when`) exists, or none does. */
  | (GuardedRef & { readonly op: 'check'; readonly exists: boolean })

/** How to commit. */
export interface CommitOptions {
  /**
   * The date of the written documents. The commit fails with `late` if a reader has moved the scope's
   * horizon past this time: then read the clock again, and commit with the new time. So a reader that
   * asks for everything changed since its last run misses nothing while others write.
   */
  readonly at?: Horizon | undefined
}

/**
 * The result of a commit. A lost race is a value, never an exception.
 * - `guard`: an `ifRev`, `when` or `check` did not hold, or the row to patch or remove does not exist.
 * - `conflict`: an id or a value in a unique index is taken; `index` is the declared name of that index,
 *   or `id`.
 * - `late`: a reader's horizon is at `horizon`, later than the commit's time.
 */
export type CommitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'guard' }
  | { readonly ok: false; readonly reason: 'conflict'; readonly index: string }
  | { readonly ok: false; readonly reason: 'late'; readonly horizon: number }

/**
 * The database of the server kit. Every store passes the cases of `@doorkit/store-tests` for all parts
 * that it has.
 */
export interface Store {
  /** Reads rows in the order of the refs; null for a missing row. */
  get(refs: readonly Ref[]): Promise<(Row | null)[]>
  /** Reads one page. A later page costs no more than the first. */
  list(query: ListQuery): Promise<Row[]>
  /** Computes counts, sums, minima and maxima over the rows that match a filter. */
  aggregate(query: AggregateQuery): Promise<AggregateRow[]>
  /**
   * Optional: finds rows with the words of a text, best first. Without it, the server kit lists the rows
   * and ranks them in memory.
   */
  search?(query: SearchQuery): Promise<SearchHit[]>
  /**
   * Optional: finds the rows with the nearest vectors. It returns null if the database does not support
   * vectors. Then, or without this method, the server kit reads the vectors and compares them in
   * memory.
   */
  nearest?(query: NearestQuery): Promise<NearestRow[] | null>
  /** Writes all steps or none. Guards hold whatever others write at the same time. */
  commit(ops: readonly WriteOp[], options?: CommitOptions): Promise<CommitResult>
  /** Changes rows that match a filter in one bounded step; see {@link BulkResult.more}. */
  updateMany(query: BulkQuery, patch: BulkPatch): Promise<BulkResult>
  /** Removes rows that match a filter in one bounded step; see {@link BulkResult.more}. */
  deleteMany(query: BulkQuery): Promise<BulkResult>
  /** Leases due rows, earliest first. No other caller gets a row during its lease. */
  claim(query: ClaimQuery): Promise<Row[]>
  /** Takes points from a window: never more than its limit, even if several processes do so at once. */
  consume(query: ConsumeQuery): Promise<ConsumeResult>
  /**
   * Makes the database fit the plan. The store knows only the collections of plans to which it was
   * migrated, so call this before any call that reads or writes rows. It adds what is missing and
   * removes nothing, and several processes may run it at the same time. It rejects with `invalid_query`
   * if something exists with a different declaration, such as a column of another type: give the new one
   * a new name.
   */
  migrate(plan: SchemaPlan, options?: MigrateOptions): Promise<MigrationReport>
  /** Rejects if the store cannot answer, or accepts no writes. */
  ping(signal?: AbortSignal): Promise<void>
  /**
   * Refuses new calls, waits until the running calls have ended, and closes the connections that the
   * store has opened.
   */
  close(): Promise<void>
  /**
   * Optional, for a store that keeps files: removes erased and overwritten content from the files next
   * to the data, such as a write-ahead log, and from the data as far as the database can. The server
   * kit calls it after an erasure or a change of the master key. Rejects with `busy` while others use the files.
   */
  scrub?(): Promise<void>
  /**
   * Optional, for a database that is a file: writes its state at one moment to another file, which the
   * same kind of store can open. Others can keep writing. It may be called before `migrate`. Rejects
   * with `invalid_query` if the file exists and may not be replaced, and with `fault` if the copy cannot
   * be written or fails the check.
   */
  backup?(options: BackupOptions): Promise<BackupReport>
  /**
   * Optional: a text that changes with every write to these collections, by any process. It is for a
   * database that returns this text faster than it reads a row. If a row is read after the text, the row
   * is current for as long as the text stays the same.
   */
  version?(collections: readonly string[]): Promise<string>
  /**
   * Optional: calls `wake` soon after a commit or an `updateMany` that writes to a collection, so that
   * the watcher need not wait for its next poll. A call may be lost. Returns a function that ends the calls.
   */
  watch?(collection: string, wake: () => void): Promise<() => Promise<void>>
}
