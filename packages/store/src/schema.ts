/** The type of a column. */
export type ColumnType = 'text' | 'integer'

/** An order that rows can be listed in. It may be unique: no two rows have the same values. */
export interface IndexPlan {
  /** Unique in the plan; lists and conflicts name it. */
  readonly name: string
  /** One to five columns. A row with a null in one of those that a list is ordered by is not listed. */
  readonly on: readonly string[]
  /**
   * Rows with a null in any of the columns are not compared. In a collection with a partition, the first
   * of the columns is the partition.
   */
  readonly unique?: boolean | undefined
}

/** The plan of one kind of record. */
export interface CollectionPlan {
  /** Unique in the plan. */
  readonly name: string
  /**
   * The text column whose value says which part of the database a row is in; in practice, its workspace.
   * It is part of the row's identity, is never null and never changes. Without it, the rows belong to no
   * part, and every part of the database can read them.
   */
  readonly partition?: string | undefined
  /** The type of each column. */
  readonly columns: Readonly<Record<string, ColumnType>>
  /** Every order that it is listed in, and every rule of uniqueness. */
  readonly indexes: readonly IndexPlan[]
  /** The top-level string property of `data` that `search` reads. */
  readonly search?: string | undefined
  /**
   * Top-level string properties that `search` reads as well: titles and headings. A word of the first
   * counts as much as three in the text, one of the second as two, of others as one. Permanent, as
   * `search` is.
   */
  readonly searchTitles?: readonly string[] | undefined
  /**
   * Functions that turn a document of one version into one of the next: the first takes version 1, the
   * last gives the present version. They run when a row is read. Its new form is stored when its
   * document is next written. Default: none; all documents are of version 1.
   */
  readonly upgrades?: readonly DocumentUpgrade[] | undefined
}

/** Makes a document of the next version, without changing the one that it takes. */
export type DocumentUpgrade = (
  document: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>

/**
 * Every collection of the server kit. All identifiers in a statement come from here. Names are letters,
 * digits and single underscores, up to 40; no column is called `id`, `rev` or `data`.
 */
export interface SchemaPlan {
  /** Each under a name of its own. */
  readonly collections: readonly CollectionPlan[]
  /**
   * The version of the schema: an integer of 1 or more. A release raises it if earlier ones must not use
   * its database: they refuse it with `newer_database`. Default: 1.
   */
  readonly version?: number | undefined
}

/** How to migrate. */
export interface MigrateOptions {
  /**
   * Whether to report the statements and change nothing. If there are none, the store is ready as after
   * a real run. So a process can refuse to start on a database that is behind. Default: false.
   */
  readonly dryRun?: boolean | undefined
}

/** The statements that a migration ran, or would run. */
export interface MigrationReport {
  /** The statements run (or, dry, to run). Empty when the store was already as planned. */
  readonly statements: readonly string[]
  /**
   * Only in a dry run, while another process migrates: when its lease ends, in milliseconds since the
   * epoch, unless it renews it. After that, any process may go on in its place.
   */
  readonly underWayUntil?: number | undefined
}
