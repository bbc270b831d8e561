import type { IdKind, PrivacyExport } from '@doorkit/models'
import type { CollectionPlan, ColumnType, ColumnValue, Row } from '@doorkit/store'

/** A row with the types of its collection. */
export interface TypedRow<Columns, Data> extends Row {
  readonly columns: Readonly<Record<string, ColumnValue>> & Columns
  readonly data: Data
}

/**
 * The kinds of values that identify a person. Privacy operations find rows by them. `person` is a
 * signature of the address, for rows that must not contain the address.
 */
export type PersonIdentifier = 'email' | 'external_id' | 'visitor' | 'person'

/**
 * How a field relates to a person who chats, and how an erasure of that person changes it.
 * - `plain`: it says nothing about the person.
 * - `sealed`: a digest, a signature or a sealed text, which reveals nothing to a reader of the
 *   database.
 * - `personal`: it is about the person, and the erasure removes the row.
 * - `is`: it identifies the person, and the row is found by it. If the row stays, the field becomes
 *   null. An external id or visitor id in a row of the person also leads to other rows of the person.
 *   `beside` names the column of the person's address or its signature. While it is null, the row is found
 *   by this field, and the field leads only to visits and site visitors. Otherwise, the row is found by that
 *   column, and the field leads to rows of all kinds, or to none if the column has a signature.
 * - `of`: the id of a row in these collections, which belongs to the same person. The id stays.
 * - `erased`: it is about the person, and the erasure replaces it with this value or the function's
 *   result.
 */
export type FieldRule<Value, Row> =
  | 'plain'
  | 'sealed'
  | 'personal'
  | { readonly is: PersonIdentifier; readonly beside?: string | undefined }
  | { readonly of: string | readonly string[] }
  | { readonly erased: Value | ((value: Value, row: Row) => Value) }

type ContainsText<Value> = Value extends string
  ? true
  : Value extends readonly (infer Item)[]
    ? ContainsText<Item>
    : Value extends object
      ? ContainsText<Value[keyof Value]>
      : never

/** The fields that can contain text: each of them needs a rule. */
type TextField<Fields> = {
  [Field in keyof Fields]-?: true extends ContainsText<Fields[Field]> ? Field : never
}[keyof Fields]

type Rules<Fields, Row> = { readonly [F in TextField<Fields>]: FieldRule<Fields[F], Row> } & {
  readonly [F in keyof Fields]?: FieldRule<Fields[F], Row>
}

/** Rules for every field that can contain text, and for others that an erasure changes. */
export type FieldRules<Columns, Data> = Rules<
  Omit<Columns, 'workspace' | 'lease'> & { readonly lease?: null },
  TypedRow<Columns, Data>
> &
  Rules<Data extends object ? Data : unknown, TypedRow<Columns, Data>>

/** Fields that say nothing about a person who chats. */
export function plain<Name extends string>(...names: Name[]): Record<Name, 'plain'> {
  return Object.fromEntries(names.map((name) => [name, 'plain'])) as Record<Name, 'plain'>
}

/** A column with a narrower type. `values` is never set: it only carries that type. */
type NarrowColumn<Value extends ColumnValue> = ColumnType & { readonly values: Value }

type ValueOf<Type extends ColumnType> =
  Type extends NarrowColumn<infer Value> ? Value : Type extends 'integer' ? number : string

export type ColumnTypes = Readonly<Record<string, ColumnType>>

/** The types of a row's columns, from the declaration of its collection. */
export type ColumnsOf<Declared extends ColumnTypes> = {
  readonly [Key in keyof Declared]: ValueOf<Declared[Key]>
}

/** A row of a collection, from the declaration of its columns. */
export type StoredRow<Declared extends ColumnTypes, Data> = TypedRow<ColumnsOf<Declared>, Data>

export function orNull<Type extends ColumnType>(type: Type): NarrowColumn<ValueOf<Type> | null> {
  return type as NarrowColumn<ValueOf<Type> | null>
}

/** A text column with a fixed set of values. */
export function oneOf<Value extends string>(): NarrowColumn<Value> {
  return 'text' as NarrowColumn<Value>
}

/** How long rows are kept, by the value of a column. The worker removes older rows by an index. */
export interface AgeLimit {
  readonly by: string
  /** The smallest value to keep. */
  readonly from: (now: number) => number
  /** The words that follow "kept", such as `for 30 days`. */
  readonly words: string
}

/**
 * How long the rows of a collection are kept: an {@link AgeLimit}, or a word. `forever`: until an erasure, or
 * the deletion of their conversation. `until deleted`: until a request deletes them. `until done`: until
 * their work ends. The host's option `retention` can also remove some rows that are kept `forever`.
 */
export type Retention = AgeLimit | 'forever' | 'until deleted' | 'until done'

/** Keeps rows until the time in a column. */
export function until(column: string): AgeLimit {
  return { by: column, from: (now) => now, words: `until \`${column}\`` }
}

/** Keeps rows for some seconds after the time in a column. */
export function forSeconds(column: string, seconds: number): AgeLimit {
  const words = seconds < 86_400 ? `for ${seconds / 60} minutes` : `for ${seconds / 86_400} days`
  return { by: column, from: (now) => now - seconds * 1_000, words }
}

/** An item of a privacy export: the member that it belongs to, and its content. */
export type ExportedItem = {
  [Member in keyof PrivacyExport]: readonly [
    Member,
    PrivacyExport[Member] extends readonly (infer Item)[] ? Item : PrivacyExport[Member],
  ]
}[keyof PrivacyExport]

/** The declaration of a collection. It tells code that visits all collections how to treat each. */
export interface Declaration<Columns, Data> extends CollectionPlan {
  readonly columns: { readonly [Key in keyof Columns]: ColumnType }
  readonly retention: Retention
  readonly fields: FieldRules<Columns, Data>
  /**
   * The column with the address of the row's owner. If it has somebody else's address, the row is not
   * the subject's own, even if a privacy operation finds it by another of its columns.
   */
  readonly owner?: keyof Columns & string
  /** The kind of the rows' ids, if answers contain them: an erasure finds stored answers by these ids. */
  readonly ids?: IdKind
  /** Converts a row for a privacy export, or says in words what the export contains in its place. */
  readonly exported?: ((row: TypedRow<Columns, Data>) => ExportedItem) | string
}
