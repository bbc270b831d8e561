import {
  type CollectionPlan,
  type ColumnValue,
  type Filter,
  type GuardedRef,
  identityIndex,
  type ListQuery,
  orderOf,
  type Ref,
  type Row,
  type Store,
  type WriteOp,
} from '@doorkit/store'
import type { ColumnsOf, ColumnTypes, Declaration, TypedRow } from './declare-collection.ts'

/** A row, with the revision that was read. */
export interface RowAsRead<Columns> extends Pick<Row, 'id' | 'rev'> {
  readonly columns: Pick<Columns, keyof Columns & 'workspace'>
}

/** The guards of a patch, a removal or a check. */
export type Guard = Omit<GuardedRef, keyof Ref>

export interface Patch<Columns, Data> {
  /** A row never moves to another workspace. */
  readonly set?: Partial<Omit<Columns, 'workspace'>> | undefined
  readonly add?: { readonly [K in keyof Columns]?: number } | undefined
  readonly data?: Data | undefined
}

/** Refers to a row, and carries its type. */
export interface TypedRef<Row> extends Ref {
  /** Never set: it only carries the type. */
  readonly row?: Row
}

type RowsById<Columns, Data> = ReadonlyMap<string, TypedRow<Columns, Data>>

/**
 * A collection that is partitioned by workspace. The methods with a parameter `workspace` treat rows of
 * other workspaces as missing.
 */
export interface Collection<Columns, Data> {
  readonly plan: Declaration<Columns, Data>
  list(store: Store, query: Omit<ListQuery, 'in'>): Promise<TypedRow<Columns, Data>[]>
  /** The first row in the order of an index, or null. */
  first(store: Store, index: string, where: Filter): Promise<TypedRow<Columns, Data> | null>
  get(store: Store, workspace: string, id: string): Promise<TypedRow<Columns, Data> | null>
  /** The rows that exist, by id. */
  getMany(store: Store, workspace: string, ids: readonly string[]): Promise<RowsById<Columns, Data>>
  ref(workspace: string, id: string): TypedRef<TypedRow<Columns, Data>>
  insert(id: string, columns: Columns, data: Data, onConflict?: 'fail' | 'ignore'): WriteOp
  patch(workspace: string, id: string, patch: Patch<Columns, Data>, guard?: Guard): WriteOp
  /** Changes a row. The commit fails if the row has changed since it was read. */
  edit(row: RowAsRead<Columns>, patch: Patch<Columns, Data>): WriteOp
  remove(workspace: string, id: string, guard?: Guard): WriteOp
  /** Changes nothing. The commit fails if the row does not exist, or the guard does not hold. */
  check(workspace: string, id: string, guard: Guard): WriteOp
}

/** Stands for any collection in code that visits all collections. */
export type AnyCollection = Collection<Readonly<Record<string, ColumnValue>>, unknown>

export function collection<Declared extends ColumnTypes & { readonly workspace: 'text' }, Data>(
  declared: Omit<Declaration<ColumnsOf<Declared>, Data>, 'partition'>,
): Collection<ColumnsOf<Declared>, Data> {
  const plan = { ...declared, partition: 'workspace' } as Declaration<ColumnsOf<Declared>, Data>
  const { get, patch, remove, ...base } = access(plan)
  const ref = (workspace: string, id: string) => ({ in: plan.name, partition: workspace, id })
  return {
    ...base,
    ref,
    get: (store, workspace, id) => get(store, ref(workspace, id)),
    getMany(store, workspace, ids) {
      const refs = ids.map((id) => ref(workspace, id))
      return getByIds(store, refs)
    },
    patch: (workspace, id, changes, guard) => patch(ref(workspace, id), changes, guard),
    edit: ({ id, rev, columns }, changes) =>
      patch(ref(columns.workspace as string, id), changes, { ifRev: rev }),
    remove: (workspace, id, guard) => remove(ref(workspace, id), guard),
    check: (workspace, id, guard) => ({
      op: 'check',
      ...ref(workspace, id),
      exists: true,
      ...guard,
    }),
  }
}

/** Declares a collection without a partition, for rows that are read before their workspace is known. */
export function directory<Declared extends ColumnTypes, Data>(
  plan: Declaration<ColumnsOf<Declared>, Data>,
) {
  type Columns = ColumnsOf<Declared>
  const { get, patch, remove, ...base } = access(plan)
  const ref = (id: string): TypedRef<TypedRow<Columns, Data>> => ({ in: plan.name, id })
  return {
    ...base,
    ref,
    get: (store: Store, id: string) => get(store, ref(id)),
    getMany: (store: Store, ids: readonly string[]) => getByIds(store, ids.map(ref)),
    patch: (id: string, changes: Patch<Columns, Data>, guard?: Guard) =>
      patch(ref(id), changes, guard),
    remove: (id: string, guard?: Guard) => remove(ref(id), guard),
  }
}

/** The reads and writes of a collection, by references to rows. */
function access<Columns, Data>(plan: Declaration<Columns, Data>) {
  type OwnRow = TypedRow<Columns, Data>
  const list = async (store: Store, query: Omit<ListQuery, 'in'>) =>
    (await store.list({ ...query, in: plan.name })) as OwnRow[]
  return {
    plan,
    list,
    async first(store: Store, index: string, where: Filter): Promise<OwnRow | null> {
      const [row] = await list(store, { index, where, dir: 'asc', limit: 1 })
      return row ?? null
    },
    async get(store: Store, ref: Ref): Promise<OwnRow | null> {
      const [row] = await store.get([ref])
      return (row as OwnRow | undefined) ?? null
    },
    insert: (
      id: string,
      columns: Columns,
      data: Data,
      onConflict?: 'fail' | 'ignore',
    ): WriteOp => ({
      op: 'insert',
      in: plan.name,
      row: { id, columns: columns as Record<string, ColumnValue>, data },
      onConflict,
    }),
    patch: (ref: Ref, patch: Patch<Columns, Data>, guard?: Guard): WriteOp => ({
      op: 'patch',
      ...ref,
      ...guard,
      ...(patch as { set?: Record<string, ColumnValue>; add?: Record<string, number> }),
    }),
    remove: (ref: Ref, guard?: Guard): WriteOp => ({ op: 'remove', ...ref, ...guard }),
  }
}

/** Reads rows of any collections in one call, in the order of the refs; null for missing rows. */
export async function getTogether<const Refs extends readonly TypedRef<Row>[]>(
  store: Store,
  refs: Refs,
) {
  return (await store.get(refs)) as {
    [Index in keyof Refs]: NonNullable<Refs[Index]['row']> | null
  }
}

/** Reads rows of one collection, whose ids are unique across workspaces. Missing rows are left out. */
export async function getByIds<Found extends Row>(
  store: Store,
  refs: readonly TypedRef<Found>[],
): Promise<ReadonlyMap<string, Found>> {
  const distinct = [...new Map(refs.map((ref) => [ref.id, ref])).values()]
  const rows = distinct.length === 0 ? [] : await store.get(distinct)
  return new Map(rows.flatMap((row) => (row ? [[row.id, row as Found] as const] : [])))
}

/** The position of a row in the order of an index. A list can continue after it. */
export function positionOf(
  plan: Pick<CollectionPlan, 'partition' | 'indexes'>,
  index: string,
  { id, columns }: Pick<Row, 'id' | 'columns'>,
): (string | number)[] {
  const declared = plan.indexes.find(({ name }) => name === index)
  const order = orderOf(plan, declared ?? identityIndex(plan))
  return order.map((column) => (column === 'id' ? id : (columns[column] ?? 0)))
}

/** The writes that add to the columns of a row. If there is no row, they first insert `empty`. */
export function addOps<Columns extends { readonly workspace: string }>(
  { insert, patch }: Collection<Columns, null>,
  id: string,
  empty: Columns,
  add: Patch<Columns, null>['add'],
  guard?: Guard,
): WriteOp[] {
  return [insert(id, empty, null, 'ignore'), patch(empty.workspace, id, { add }, guard)]
}

export function equals(column: string, value: string | number): Filter[number] {
  return { column, op: 'eq', value }
}

/** The condition for an optional filter on a flag. Undefined matches both values. */
export function flag(column: string, wanted: boolean | undefined): Filter[number] {
  return { column, op: 'in', value: wanted === undefined ? [0, 1] : [Number(wanted)] }
}

/** Reads all matching rows in the order of an index, a page at a time. */
export async function* listPages<Columns, Data>(
  store: Store,
  { plan, list }: Pick<Collection<Columns, Data>, 'plan' | 'list'>,
  index: string,
  where: Filter,
  pageSize = 500,
): AsyncGenerator<TypedRow<Columns, Data>[]> {
  let after: (string | number)[] | undefined
  do {
    const page = await list(store, { index, where, dir: 'asc', limit: pageSize, after })
    yield page
    const last = page.length === pageSize ? page.at(-1) : undefined
    after = last && positionOf(plan, index, last)
  } while (after)
}

export async function listAll<Columns, Data>(
  store: Store,
  collection: Pick<Collection<Columns, Data>, 'plan' | 'list'>,
  index: string,
  where: Filter,
  pageSize?: number,
): Promise<TypedRow<Columns, Data>[]> {
  const found: TypedRow<Columns, Data>[] = []
  for await (const page of listPages(store, collection, index, where, pageSize)) {
    found.push(...page)
  }
  return found
}
