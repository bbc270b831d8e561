/** The type of a column. */
export type ColumnType = 'text' | 'integer'

/**
 * An order in which rows can be listed. If it is unique, no two rows have the same values in its
 * columns.
 */
export interface IndexPlan {
  /** Unique in its collection, because lists and conflicts name it. */
  readonly name: string
  /** One to five columns. A row is not listed if it has null in a column that orders the list. */
  readonly on: readonly string[]
  /**
   * Whether it is unique. Rows with null in any of the columns are not compared. In a collection with a
   * partition, the first column of a unique index is the partition.
   */
  readonly unique?: boolean | undefined
}

/** The plan of one collection. */
export interface CollectionPlan {
  /** Unique in the plan. */
  readonly name: string
  /**
   * The text column whose value says to which part of the database a row belongs; in practice, its
   * workspace. It is part of the row's identity, never null, and never changes. Default: none, for rows
   * that are read before their workspace is known.
   */
  readonly partition?: string | undefined
  /** The type of each column. */
  readonly columns: Readonly<Record<string, ColumnType>>
  /** Every order in which the collection is listed, and every rule of uniqueness. */
  readonly indexes: readonly IndexPlan[]
  /** The top-level string property of `data` that `search` reads. Once declared, it cannot change. */
  readonly search?: string | undefined
  /**
   * Other top-level string properties that `search` reads: titles and headings. A word in the first one
   * counts as much as three in the text, a word in the second as two, and a word in others as one. Do
   * not change it later: existing rows would not be indexed again.
   */
  readonly searchTitles?: readonly string[] | undefined
  /**
   * The top-level string property of `data` with a vector that `nearest` compares: a signed byte for
   * each number, in base64.
   */
  readonly vector?: string | undefined
  /**
   * Functions that turn a document of one version into one of the next. The first upgrades version 1,
   * and the last returns the current version. They run when a row is read. The new form is stored when
   * the document is next written. Default: none; all documents have version 1.
   */
  readonly upgrades?: readonly DocumentUpgrade[] | undefined
}

/** Makes a document of the next version, without changing its input. */
export type DocumentUpgrade = (
  document: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>

/**
 * The collections of a database. The names in a plan are up to 40 letters, digits and single underscores,
 * because they become parts of identifiers. They begin with a letter and do not end with an underscore.
 * No column is called `id`, `rev` or `data`.
 */
export interface SchemaPlan {
  /** The collections. Each has a name of its own. */
  readonly collections: readonly CollectionPlan[]
  /**
   * The version of the schema: an integer of 1 or more. A release raises it if earlier releases must
   * no longer use the database: they then refuse it with `newer_database`. Default: 1.
   */
  readonly version?: number | undefined
}

/** How to migrate. */
export interface MigrateOptions {
  /**
   * Whether to report the statements and change nothing. If there are none, the store is ready, as
   * after a real run. So a process can refuse to start on a database with an older schema. Default:
   * false.
   */
  readonly dryRun?: boolean | undefined
}

/** The result of a migration. */
export interface MigrationReport {
  /** The statements that were run or, in a dry run, would be. Empty if the store fits the plan. */
  readonly statements: readonly string[]
  /**
   * Only in a dry run, while another process migrates: when the lease of that process ends unless it is
   * renewed, in milliseconds since the epoch. After that, any process may continue the migration.
   */
  readonly underWayUntil?: number | undefined
}
