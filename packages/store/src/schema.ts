/** The type of a key column. */
export type ColumnType = 'text' | 'integer'

/** An order that rows can be listed in, and perhaps a rule that no two of them share a place in it. */
export interface IndexPlan {
  /** Unique in the plan; lists and conflicts name it. */
  readonly name: string
  /** One to five keys. The columns a list is ordered by must never be null. */
  readonly on: readonly string[]
  /**
   * Rows with a null in any of the columns are not compared. In a collection with a partition, the
   * first of the columns is the partition.
   */
  readonly unique?: boolean | undefined
}

/** The plan of one kind of record. */
export interface CollectionPlan {
  /** Unique in the plan. */
  readonly name: string
  /**
   * The text key whose value says which part of the database a row lives in, in practice its
   * workspace: part of the row's identity, never null, never changed. Without it, the rows are
   * everybody's: a directory that every part of the database has at hand.
   */
  readonly partition?: string | undefined
  /** The type of each key column. */
  readonly keys: Readonly<Record<string, ColumnType>>
  /** Every order that it is listed in, and every rule of uniqueness. */
  readonly indexes: readonly IndexPlan[]
  /** The top-level string property of `data` that `search` reads. */
  readonly search?: string | undefined
  /**
   * Functions that make documents of one version ones of the next: the first takes version 1,
   * the last gives the present version. They run when a row is read; it is stored as it has become
   * when its document is next written. Default: none, all documents are of version 1.
   */
  readonly upgrades?: readonly DocumentUpgrade[] | undefined
}

/** Gives a document in the shape of the next version, and leaves the one that it takes as it is. */
export type DocumentUpgrade = (
  document: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>

/**
 * Every collection of the server kit: the only source of identifiers in a statement. Names are
 * letters, digits and single underscores, up to 40; keys are not called `id`, `rev` or `data`.
 */
export interface SchemaPlan {
  /** Each under a name of its own. */
  readonly collections: readonly CollectionPlan[]
  /**
   * Raised by a release whose database an earlier one must not use: a store that knows a smaller
   * one refuses that database with `newer_database`. An integer of 1 or more. Default: 1.
   */
  readonly version?: number | undefined
}

/** How to migrate. */
export interface MigrateOptions {
  /**
   * Report the statements and change nothing. Without any, the store serves the plan as
   * after a real run: so a process can refuse to start on a database that is behind.
   */
  readonly dryRun?: boolean | undefined
}

/** The statements that a migration ran, or would run. */
export interface MigrationReport {
  /** The statements run (or, dry, to run). Empty when the store was already as planned. */
  readonly statements: readonly string[]
  /**
   * Only of a dry run, while another process migrates: when it has to say again that it still does,
   * in milliseconds since the epoch. After that, any process may go on in its place.
   */
  readonly underWayUntil?: number | undefined
}
