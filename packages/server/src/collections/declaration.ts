import type { IdKind, PrivacyExport } from '@doorkit/models'
import type { CollectionPlan, ColumnType, ColumnValue } from '@doorkit/store'
import type { TypedRow } from './collection.ts'

/**
 * The values by which a person is known: rows are found by them. `person` is a signature of the
 * address, for rows that must not show it.
 */
export type PersonName = 'email' | 'external_id' | 'visitor' | 'person'

/**
 * The meaning of a field for a person who chats, and the effect of an erasure of the person on it.
 * - `plain`: says nothing about them.
 * - `sealed`: a digest, a signature or a sealed text, in which no reader of the database finds them.
 * - `personal`: says something, and the erasure removes the row.
 * - `is`: holds a name of theirs, by which the row is found; erased to null, if the row stays.
 *   `beside` is the key that says whose the row is: it is found by the name only where that is
 *   null, and then the name leads to visits alone. Where it is their address, the name leads on.
 * - `of`: holds the id of a row of these collections, which belongs to the same person; it stays.
 * - `erased`: says something, and the erasure leaves this value or makes it of the present one.
 */
export type FieldRule<Value, Row> =
  | 'plain'
  | 'sealed'
  | 'personal'
  | { readonly is: PersonName; readonly beside?: string | undefined }
  | { readonly of: string | readonly string[] }
  | { readonly erased: Value | ((value: Value, row: Row) => Value) }

type HoldsText<Value> = Value extends string
  ? true
  : Value extends readonly (infer Item)[]
    ? HoldsText<Item>
    : Value extends object
      ? HoldsText<Value[keyof Value]>
      : never

/** The fields that can hold text, which has to be said of whom. */
type TextField<Fields> = {
  [Field in keyof Fields]-?: true extends HoldsText<Fields[Field]> ? Field : never
}[keyof Fields]

type Rules<Fields, Row> = { readonly [F in TextField<Fields>]: FieldRule<Fields[F], Row> } & {
  readonly [F in keyof Fields]?: FieldRule<Fields[F], Row>
}

/** A rule for every field that can hold text, and for others that an erasure changes. */
export type FieldRules<Keys, Data> = Rules<
  Omit<Keys, 'workspace' | 'lease'> & { readonly lease?: null },
  TypedRow<Keys, Data>
> &
  Rules<Data extends object ? Data : unknown, TypedRow<Keys, Data>>

/** Fields that say nothing about a person who chats. */
export function plain<Name extends string>(...names: Name[]): Record<Name, 'plain'> {
  return Object.fromEntries(names.map((name) => [name, 'plain'])) as Record<Name, 'plain'>
}

/** A key of which more is known than its type; `values` is never there, and carries that alone. */
type KnownKey<Value extends ColumnValue> = ColumnType & { readonly values: Value }

type ValueOf<Type extends ColumnType> =
  Type extends KnownKey<infer Value> ? Value : Type extends 'integer' ? number : string

/** The values of a row's keys, by what its collection declares of them. */
export type ColumnsOf<Declared extends Readonly<Record<string, ColumnType>>> = {
  readonly [Key in keyof Declared]: ValueOf<Declared[Key]>
}

/** A key that may be null. */
export function orNull<Type extends ColumnType>(type: Type): KnownKey<ValueOf<Type> | null> {
  return type as KnownKey<ValueOf<Type> | null>
}

/** A text key that is one of some texts. */
export function oneOf<Value extends string>(): KnownKey<Value> {
  return 'text' as KnownKey<Value>
}

/** How long rows are kept: from a value of a key on, which the worker sweeps by an index. */
export interface Age {
  readonly by: string
  /** The smallest value that is still kept. */
  readonly from: (now: number) => number
  /** The same in words, after "kept". */
  readonly words: string
}

/**
 * How long rows are kept. `for ever`, `until deleted` and `until done` say that no age removes
 * them: nothing does but an erasure, a call that deletes them, or the end of their work.
 */
export type Retention = Age | 'for ever' | 'until deleted' | 'until done'

/** Kept until a time that the row holds. */
export function until(key: string): Age {
  return { by: key, from: (now) => now, words: `until \`${key}\`` }
}

/** Kept for some seconds from a time that the row holds. */
export function forSeconds(key: string, seconds: number): Age {
  const words = seconds < 86_400 ? `for ${seconds / 60} minutes` : `for ${seconds / 86_400} days`
  return { by: key, from: (now) => now - seconds * 1_000, words }
}

/** An item of a privacy export: the list that it belongs to, and what is shown of it there. */
export type ExportedItem = {
  [Member in keyof PrivacyExport]: readonly [
    Member,
    PrivacyExport[Member] extends readonly (infer Item)[] ? Item : PrivacyExport[Member],
  ]
}[keyof PrivacyExport]

/** All that a collection declares of itself; whatever goes through many of them derives from it. */
export interface Declaration<Keys, Data> extends CollectionPlan {
  readonly keys: { readonly [Key in keyof Keys]: ColumnType }
  readonly retention: Retention
  readonly fields: FieldRules<Keys, Data>
  /**
   * The key with the address of the person whose row it is: by anything else it is found only
   * while this is null.
   */
  readonly owner?: keyof Keys & string
  /** The kind of its ids, where answers show them: by these, stored answers are found. */
  readonly ids?: IdKind
  /** Where an export shows a row about the person, or in words why it does not. */
  readonly exported?: ((row: TypedRow<Keys, Data>) => ExportedItem) | string
}
