import type {
  CollectionPlan,
  ColumnType,
  ColumnValue,
  IndexPlan,
  SearchedProperties,
} from '@doorkit/store'
import type { Fragment } from './sql-statement.ts'

/** One statement inserts at most this many rows. A statement is prepared for each number of rows. */
export const mostRowsOfInsert = 8

/**
 * The table of a collection. Statements get the identifiers of a collection from here, never from a
 * query.
 */
export interface Table {
  /** The declaration of the collection. */
  readonly plan: CollectionPlan
  /** The name in the database. */
  readonly name: string
  /** The name, quoted. */
  readonly sql: string
  /** The columns that identify a row: its partition, if there is one, and its id. */
  readonly identity: readonly string[]
  /** The condition that a row has a given identity, with a `?` mark for each value. */
  readonly isRow: string
  /** The name of the index over {@link identity}. */
  readonly primaryKey: string
  /** The declared columns in their order, without `id`. */
  readonly columns: readonly (readonly [name: string, type: ColumnType])[]
  /** The columns of a row to read: `id`, `rev`, the declared columns and `data`. */
  readonly selectList: string
  /**
   * The statements that insert one row, two rows and so on. They write the columns of the select list
   * and the derived columns.
   */
  readonly inserts: readonly string[]
  /** Begins a statement that reads rows. */
  readonly select: string
  /** Begins a statement that changes rows. */
  readonly update: string
  /** Begins a statement that removes rows. */
  readonly remove: string
  /** `id` or a declared column, as statements name it. */
  column(name: string): Column
  /** The indexes, in their declared order. */
  readonly indexes: readonly TableIndex[]
  /** The column for full-text search, if there is one. */
  readonly search: SearchColumn | undefined
  /** The column with the vectors, if there is one and the database supports vectors. */
  readonly vector: VectorColumn | undefined
  /** The search column and the vector column, if they exist. */
  readonly derived: readonly DerivedColumn[]
}

/**
 * A column that the store fills from the document. It is null in rows that are older than the column,
 * until a migration fills them.
 */
export interface DerivedColumn {
  /** The name in the database. */
  readonly column: string
  /** The name, quoted. */
  readonly sql: string
  /** The name of the index over rows whose column has no value yet. */
  readonly unfilled: string
  /** The mark for a value. */
  readonly mark: string
  /** The value for a document, to be bound at the mark. */
  valueOf(partition: ColumnValue | undefined, data: unknown): string
}

/** The column with the vectors of the documents. */
export interface VectorColumn extends DerivedColumn {
  /** The statements for it. */
  readonly statements: VectorStatements
}

/** The statements for vectors. */
export interface VectorStatements {
  /** The mark for a vector. */
  readonly mark: string
  /** The value to bind at the mark. It is never null, even if there are no numbers. */
  value(numbers: Int8Array): string
  /**
   * Adds the column, without a value in existing rows, and creates an index of the rows that have no
   * value yet.
   */
  addColumn(table: Table, vector: VectorColumn): string[]
  /** Selects the id and the similarity of rows, the most similar first. */
  nearest(vector: VectorColumn, parts: NearestFragments): Fragment
}

/** The parts of a search for the nearest vectors. */
export interface NearestFragments {
  /** The searched table. */
  readonly table: Table
  /** The rows to compare: `where …`, or nothing. */
  readonly where: Fragment
  /** The vector to compare with. */
  readonly vector: readonly number[]
  /** The largest number of rows to find. */
  readonly limit: number
}

/** The column for full-text search. */
export interface SearchColumn extends DerivedColumn {
  /** The properties of the documents that are searched. */
  readonly properties: SearchedProperties
  /** The name of the index that is searched. */
  readonly index: string
}

/** A column, as statements name it. */
export interface Column {
  /** The type of its values. */
  readonly type: ColumnType
  /** The name, quoted. */
  readonly sql: string
  /** The condition that it has one of the values in a JSON list. */
  readonly isIn: string
}

/** An index of a table. */
export interface TableIndex {
  /** The declaration of the index. */
  readonly plan: IndexPlan
  /** The name in the database. */
  readonly name: string
  /**
   * Its columns. An index that is not unique also has the columns that order rows with equal values, so
   * that no list has to be sorted.
   */
  readonly columns: readonly string[]
}

/** Quotes an identifier. Prefixes and the names of plans are checked, so it contains no quote. */
export function quote(identifier: string): string {
  return `"${identifier}"`
}
