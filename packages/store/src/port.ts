/**
 * The store port: everything the server kit asks of a database.
 *
 * A store keeps documents, each with a few columns to filter and sort by. It knows no resource, takes no
 * callback transaction, and has no OR, LIKE, join or offset. So an embedded file, a PostgreSQL cluster
 * and a database behind HTTP can all keep the same promises.
 */

import type { BackupOptions, BackupReport } from './backup.ts'
import type { BulkPatch, BulkQuery, BulkResult } from './bulk-writes.ts'
import type { ClaimQuery, ConsumeQuery, ConsumeResult } from './claim-and-consume.ts'
import type { MigrateOptions, MigrationReport, SchemaPlan } from './schema.ts'

/**
 * A value of a column. Numbers are safe integers; times are milliseconds since the epoch. Text may hold
 * any characters and is ordered by code point (the byte order of UTF-8), never by a locale. Keep indexed
 * text short: PostgreSQL refuses an index entry over 2,700 bytes.
 */
export type ColumnValue = string | number | null

/**
 * The values of a row's columns. A row that is read has every column that its collection declares; a
 * column that an insert leaves out is null.
 */
export type ColumnValues = Readonly<Record<string, ColumnValue>>

/** A record as the store sees it: an opaque JSON document and its columns. */
export interface Row {
  /** Unique within its collection, or within its partition where the collection has one. */
  readonly id: string
  /** Starts at 1 and grows by 1 with every change. */
  readonly rev: number
  /** A value for every column that its collection declares. */
  readonly columns: ColumnValues
  /** JSON only: what `JSON.parse` can give back. */
  readonly data: unknown
}

/** Names one row. */
export interface Ref {
  /** The name of a collection. */
  readonly in: string
  /** The partition of the row, where the collection has one; else left out. */
  readonly partition?: string | undefined
  /** The id of the row. */
  readonly id: string
}

/** Names one row, and says what must be true of it for the commit to succeed. */
export interface GuardedRef extends Ref {
  /** Guard: the row has this revision. */
  readonly ifRev?: number | undefined
  /** Guard: the row matches, as it is before the op. */
  readonly when?: Filter | undefined
}

/** One condition on a column. Only `isNull` matches null; `in []` matches nothing. */
export type Condition =
  | {
      /** A column of the collection, or `id`. */
      readonly column: string
      /** How the column compares with the value. */
      readonly op: 'eq' | 'lt' | 'lte' | 'gt' | 'gte'
      /** Of the type of the column. */
      readonly value: string | number
    }
  | { readonly column: string; readonly op: 'in'; readonly value: readonly (string | number)[] }
  | { readonly column: string; readonly op: 'isNull'; readonly value: boolean }

/** Conditions that must all hold. `id` may be used like any other column. */
export type Filter = readonly Condition[]

/**
 * A time before which no commit may carry its time any more (see {@link CommitOptions.at}). `scope` is
 * any string, in practice a workspace id: horizons of different scopes never wait for each other.
 */
export interface Horizon {
  /** The owner of the horizon. */
  readonly scope: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Some rows of a collection. */
export interface RowsQuery {
  /** The name of a collection. */
  readonly in: string
  /** Which rows. */
  readonly where: Filter
}

/** A page of rows in the order of one declared index. */
export interface ListQuery extends RowsQuery {
  /**
   * The name of a declared index, or `id`: the partition, where there is one, and the id. Rows are
   * ordered by the columns of the index, then by the partition, unless it is one of them, then by `id`.
   * A row with a null in one of these is not listed. A leading column for which the filter names one
   * value (`eq`) or several (`in`) is not part of the order: the rows of these values are merged, of at
   * most 64 combinations.
   */
  readonly index: string
  /**
   * The keyset at which the previous page ended: a value for each column of that order. The values of
   * columns whose rows are merged do not matter.
   */
  readonly after?: readonly (string | number)[] | undefined
  /** The direction of every column of the order, `id` included. */
  readonly dir: 'asc' | 'desc'
  /** Mandatory, 1 to 1,000. */
  readonly limit: number
  /**
   * Moves the scope's horizon forward to `at` before reading, never back. After that, a commit that this
   * read did not see carries a time of `at` or later, or fails with `late`.
   */
  readonly horizon?: Horizon | undefined
}

/** The figures to compute over a group of rows. Measures other than `count` read a numeric column. */
export type Measure =
  | { readonly op: 'count' }
  | { readonly op: 'sum' | 'min' | 'max'; readonly column: string }

/** Exact figures over columns. Groups come in no order. */
export interface AggregateQuery extends RowsQuery {
  /** At most two columns. */
  readonly groupBy?: readonly string[] | undefined
  /** Result name to measure. `sum` of no rows is 0, `min` and `max` of no rows are null. */
  readonly measures: Readonly<Record<string, Measure>>
}

/** One group. Without `groupBy` there is exactly one, even over no rows. */
export interface AggregateRow {
  /** The values of the columns of `groupBy`, in its order. */
  readonly group: readonly ColumnValue[]
  /** The value of each measure, by its name. */
  readonly values: Readonly<Record<string, number | null>>
}

/**
 * Full-text search over a collection that declares a `search` property. In a collection with a
 * partition, the filter names it (`eq`): neither the work nor the answer depends on rows elsewhere.
 */
export interface SearchQuery extends RowsQuery {
  /**
   * The text of a person: any characters, no operators. Any of its words may match, whole, without
   * regard to case, accents and endings; for one that no row has, those that it may be a misspelling of.
   * Without a word, nothing matches. Of more than 500 matches, those with the rarest words are ranked.
   */
  readonly text: string
  /** What is looked for, where the caller has read the text itself. Default: each of its words. */
  readonly meanings?: readonly Meaning[] | undefined
  /** Mandatory, 1 to 1,000. */
  readonly limit: number
  /** Ends the search between two of its steps. It then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /**
   * Awaited before each step, with the number of rows that it reads or compares, 500 at most. Default:
   * the next tick of the event loop.
   */
  readonly pause?: ((rows: number) => Promise<void>) | undefined
}

/** A thing that is looked for, by any of some terms: what it is called, and what else it may be called. */
export interface Meaning {
  /** The word as it was typed, folded: looked for as a misspelling where no row has a term. */
  readonly word: string
  /** How much it counts beside others: 1 for a word. */
  readonly weight: number
  /** Terms as `termOf` gives them. */
  readonly terms: readonly WeightedTerm[]
  /** Terms that are looked for where no row has one of `terms`. */
  readonly spare?: readonly WeightedTerm[] | undefined
}

/** A term, and how much one counts: 1 for the word itself, less for what only means the same. */
export interface WeightedTerm {
  /** The term. */
  readonly term: string
  /** From 0 to 1. */
  readonly weight: number
}

/** A match, best first. */
export interface SearchHit {
  /** The row that matched. */
  readonly row: Row
  /** Higher is better; comparable within one answer only. */
  readonly score: number
  /** How much of what was looked for the row has, from 0 to 1: rare words are more of it. */
  readonly share: number
}

/**
 * One step of a commit. Steps run in order, and each sees what the earlier ones wrote. A guard that
 * fails undoes the whole commit.
 */
export type WriteOp =
  | {
      readonly op: 'insert'
      /** The name of a collection. */
      readonly in: string
      /** The row; its revision becomes 1, unless it is a copy that keeps its own. */
      readonly row: Omit<Row, 'rev'> & { readonly rev?: number | undefined }
      /**
       * What happens if the id or a unique index is taken: the commit fails, or (`ignore`) this step
       * writes nothing. Default: `fail`.
       */
      readonly onConflict?: 'fail' | 'ignore' | undefined
    }
  | (GuardedRef &
      BulkPatch & {
        readonly op: 'patch'
        /** Replaces the document when present. */
        readonly data?: unknown
      })
  | (GuardedRef & { readonly op: 'remove' })
  /** Guard only: a row with this id (at `ifRev`, matching `when`) exists, or none does. */
  | (GuardedRef & { readonly op: 'check'; readonly exists: boolean })

/** How to commit. */
export interface CommitOptions {
  /**
   * The time that the written documents carry. The commit fails with `late` when a reader has moved the
   * scope's horizon beyond it: take the time again and commit again. So a reader that asks for
   * everything changed since its last run misses nothing while others write.
   */
  readonly at?: Horizon | undefined
}

/**
 * How a commit ended. A lost race is a value, never an exception.
 * - `guard`: an `ifRev`, `when` or `check` did not hold, or the row to change is gone.
 * - `conflict`: an id or unique index is taken; `index` is its declared name, or `id`.
 * - `late`: a reader's horizon is at `horizon`, later than the commit's time.
 */
export type CommitResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'guard' }
  | { readonly ok: false; readonly reason: 'conflict'; readonly index: string }
  | { readonly ok: false; readonly reason: 'late'; readonly horizon: number }

/** Where the server kit keeps everything. Every store passes all of `@doorkit/store-tests`. */
export interface Store {
  /** Reads rows in the order of the refs; null for a row that does not exist. */
  get(refs: readonly Ref[]): Promise<(Row | null)[]>
  /** Reads one page. A later page costs no more than the first. */
  list(query: ListQuery): Promise<Row[]>
  /** Counts, sums and extremes over the rows of a filter. */
  aggregate(query: AggregateQuery): Promise<AggregateRow[]>
  /** Optional: without it the server kit lists the rows and ranks them in memory. */
  search?(query: SearchQuery): Promise<SearchHit[]>
  /** Writes all steps or none. Guards hold whatever others write at the same time. */
  commit(ops: readonly WriteOp[], options?: CommitOptions): Promise<CommitResult>
  /** Changes rows of a filter in one bounded step; see {@link BulkResult.more}. */
  updateMany(query: BulkQuery, patch: BulkPatch): Promise<BulkResult>
  /** Removes rows of a filter in one bounded step; see {@link BulkResult.more}. */
  deleteMany(query: BulkQuery): Promise<BulkResult>
  /** Due rows, soonest first. No row goes to two callers while its lease runs. */
  claim(query: ClaimQuery): Promise<Row[]>
  /** Takes points of a window. The count is exact, however many processes take points at once. */
  consume(query: ConsumeQuery): Promise<ConsumeResult>
  /**
   * Brings the database to the plan, and makes its collections known to this store: it comes before any
   * other call. It adds what is missing and removes nothing, and several processes may run it at once.
   * It rejects with `invalid_query` when the database has something that the plan declares in another
   * way, such as a column of another type: give the new one a new name.
   */
  migrate(plan: SchemaPlan, options?: MigrateOptions): Promise<MigrationReport>
  /** Rejects when the store cannot answer, or takes no writes. */
  ping(signal?: AbortSignal): Promise<void>
  /** Finishes what runs, then refuses. */
  close(): Promise<void>
  /**
   * Optional, for a store that keeps files: removes erased and overwritten content from the files beside
   * the data, such as a log of writes, and from the data as far as the database can. The server kit
   * calls it after an erasure. Rejects with `busy` while others use that log.
   */
  scrub?(): Promise<void>
  /**
   * Optional, for a database that is a file: writes everything, as it is at one moment, to another file
   * that the same kind of store opens. Others go on writing meanwhile. It may be called before
   * `migrate`. Rejects with `invalid_query` for a file that exists or cannot be replaced, and with
   * `fault` for a copy that does not pass the check.
   */
  backup?(options: BackupOptions): Promise<BackupReport>
  /**
   * Optional, for a database that answers this faster than it reads a row: a text that changes with
   * every write to these collections, whoever wrote. A row that is read after the text came is unchanged
   * for as long as the text is.
   */
  version?(collections: readonly string[]): Promise<string>
  /**
   * Optional: calls `wake` soon after something was written to a collection, so that a worker begins
   * before its next poll. A call may be lost. Returns the function that stops it.
   */
  watch?(channel: string, wake: () => void): Promise<() => Promise<void>>
}
