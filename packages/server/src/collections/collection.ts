import type { Filter, KeyValue, ListQuery, Ref, Row, Store, WriteOp } from '../store/index.ts'
import type { Declaration } from './declaration.ts'

/** A row with the types of its collection. */
export interface Stored<Keys, Data> extends Row {
  readonly keys: Readonly<Record<string, KeyValue>> & Keys
  readonly data: Data
}

/** Guards of a patch or a removal. */
export interface Guard {
  readonly ifRev?: number | undefined
  readonly when?: Filter | undefined
}

/** What a patch changes. */
export interface Patch<Keys, Data> {
  readonly set?: Partial<Keys> | undefined
  readonly add?: { readonly [K in keyof Keys]?: number } | undefined
  readonly data?: Data | undefined
}

/** Names a row, and says its type. */
export interface TypedRef<Row> extends Ref {
  /** Never there: it carries the type alone. */
  readonly row?: Row
}

/** A collection of the store, with the types of its rows. */
export interface Collection<Keys, Data> {
  /** What it declares of itself. */
  readonly plan: Declaration<Keys, Data>
  /** Names a row, for {@link getTogether}. */
  ref(id: string): TypedRef<Stored<Keys, Data>>
  get(store: Store, id: string): Promise<Stored<Keys, Data> | null>
  /** Those of the rows that are there, by their ids. */
  getMany(store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, Stored<Keys, Data>>>
  list(store: Store, query: Omit<ListQuery, 'in'>): Promise<Stored<Keys, Data>[]>
  /** The first row in the order of an index, or null. */
  first(store: Store, index: string, where: Filter): Promise<Stored<Keys, Data> | null>
  insert(id: string, keys: Keys, data: Data, onConflict?: 'fail' | 'ignore'): WriteOp
  patch(id: string, patch: Patch<Keys, Data>, guard?: Guard): WriteOp
  remove(id: string, guard?: Guard): WriteOp
}

/** A collection, for what goes through many of them. */
export type AnyCollection = Collection<Readonly<Record<string, KeyValue>>, unknown>

/** Declares a collection, with the types of its keys and document. */
export function collection<Keys extends { [K in keyof Keys]: KeyValue }, Data>(
  plan: Declaration<Keys, Data>,
): Collection<Keys, Data> {
  const typed = (row: Row) => row as Stored<Keys, Data>
  const list: Collection<Keys, Data>['list'] = async (store, query) =>
    (await store.list({ ...query, in: plan.name })).map(typed)
  return {
    plan,
    ref: (id) => ({ in: plan.name, id }),
    list,
    async get(store, id) {
      const [row] = await store.get([{ in: plan.name, id }])
      return row ? typed(row) : null
    },
    async getMany(store, ids) {
      const refs = [...new Set(ids)].map((id) => ({ in: plan.name, id }))
      const rows = refs.length === 0 ? [] : await store.get(refs)
      return new Map(rows.flatMap((row) => (row ? [[row.id, typed(row)] as const] : [])))
    },
    async first(store, index, where) {
      const [row] = await list(store, { index, where, dir: 'asc', limit: 1 })
      return row ?? null
    },
    insert: (id, keys, data, onConflict) => ({
      op: 'insert',
      in: plan.name,
      row: { id, keys: keys as Record<string, KeyValue>, data },
      onConflict,
    }),
    patch: (id, patch, guard) => ({
      op: 'patch',
      in: plan.name,
      id,
      ...guard,
      ...(patch as { set?: Record<string, KeyValue>; add?: Record<string, number> }),
    }),
    remove: (id, guard) => ({ op: 'remove', in: plan.name, id, ...guard }),
  }
}

/** Reads rows of any collections in one call, in the order of their names; null where there is none. */
export async function getTogether<const Refs extends readonly TypedRef<Row>[]>(
  store: Store,
  refs: Refs,
): Promise<{ [Place in keyof Refs]: NonNullable<Refs[Place]['row']> | null }> {
  return (await store.get(refs)) as {
    [Place in keyof Refs]: NonNullable<Refs[Place]['row']> | null
  }
}

/**
 * Reads a row of a workspace by an id that somebody named: null where there is none, and just so
 * where it belongs to another workspace.
 */
export async function readOwn<Keys extends { readonly workspace: string }, Data>(
  store: Store,
  collection: Collection<Keys, Data>,
  workspace: string,
  id: string,
): Promise<Stored<Keys, Data> | null> {
  const row = await collection.get(store, id)
  return row?.keys.workspace === workspace ? row : null
}

/** One condition: a key equals a value. */
export function equals(key: string, value: string | number): Filter[number] {
  return { key, op: 'eq', value }
}

/** The condition of a filter that a request may leave out: then both values of the flag. */
export function flag(key: string, wanted: boolean | undefined): Filter[number] {
  return { key, op: 'in', value: wanted === undefined ? [0, 1] : [Number(wanted)] }
}

const pageSize = 500

/** Every row in the order of an index that matches. */
export async function listAll<Keys, Data>(
  store: Store,
  collection: Collection<Keys, Data>,
  index: string,
  where: Filter,
): Promise<Stored<Keys, Data>[]> {
  const columns = collection.plan.indexes.find(({ name }) => name === index)?.on ?? []
  const found: Stored<Keys, Data>[] = []
  for (;;) {
    const last = found.at(-1)
    const values: Readonly<Record<string, KeyValue>> = last?.keys ?? {}
    const rows = await collection.list(store, {
      index,
      where,
      dir: 'asc',
      limit: pageSize,
      after: last && [...columns.map((column) => values[column] ?? 0), last.id],
    })
    found.push(...rows)
    if (rows.length < pageSize) return found
  }
}
