/**
 * A value of a column. Numbers are safe integers; times are milliseconds since the epoch. Text may
 * contain any characters and is ordered by code point (the byte order of UTF-8), never by a locale.
 * Keep indexed text short: PostgreSQL refuses an index entry over 2,700 bytes.
 */
export type ColumnValue = string | number | null

/**
 * The values of a row's columns. A row that is read has every column that its collection declares. A
 * column that an insert leaves out is null.
 */
export type ColumnValues = Readonly<Record<string, ColumnValue>>

/** A row: an opaque JSON document and its columns. */
export interface Row {
  /** Unique within its collection or, if the collection has partitions, within its partition. */
  readonly id: string
  /** 1 for a new row. Grows by 1 with every change. A copy starts with the revision of its original. */
  readonly rev: number
  /** A value for every column that its collection declares. */
  readonly columns: ColumnValues
  /** Only JSON: values that `JSON.parse` can return. */
  readonly data: unknown
}

/** One condition on a column. Only `isNull` matches null; `in []` matches nothing. */
export type Condition =
  | {
      /** A column of the collection, or `id`. */
      readonly column: string
      /** The comparison of the column with the value. */
      readonly op: 'eq' | 'lt' | 'lte' | 'gt' | 'gte'
      /** A value of the column's type. */
      readonly value: string | number
    }
  | { readonly column: string; readonly op: 'in'; readonly value: readonly (string | number)[] }
  | { readonly column: string; readonly op: 'isNull'; readonly value: boolean }

/** Conditions that must all hold. `id` may be used like any other column. */
export type Filter = readonly Condition[]

/** Some rows of a collection. */
export interface RowsQuery {
  /** The name of a collection. */
  readonly in: string
  /** The conditions of the rows. */
  readonly where: Filter
}
