import assert from 'node:assert/strict'
import type {
  ClaimQuery,
  CollectionPlan,
  ColumnValues,
  CommitResult,
  Condition,
  ListQuery,
  Row,
  Store,
  WriteOp,
} from '@doorkit/store'
import { casesOver, type StoreUnderTest } from './store-case.ts'

/** The collection that most cases use. */
export const notes: CollectionPlan = {
  name: 'notes',
  partition: 'workspace',
  columns: {
    workspace: 'text',
    at: 'integer',
    status: 'text',
    email: 'text',
    handle: 'text',
    count: 'integer',
    due: 'integer',
    lease: 'text',
  },
  indexes: [
    { name: 'by_at', on: ['workspace', 'at'] },
    { name: 'by_status', on: ['workspace', 'status', 'at'] },
    { name: 'by_workspace', on: ['workspace'] },
    { name: 'by_due', on: ['due'] },
    { name: 'by_email', on: ['workspace', 'email'], unique: true },
    { name: 'by_handle', on: ['workspace', 'handle'], unique: true },
  ],
}

/** The workspace of notes, unless a case uses another. */
export const workspace = 'ws_1'
/** Together with an id, this is the reference to a note of {@link workspace}. */
export const inNotes = { in: 'notes', partition: workspace } as const
/** The condition that selects the notes of {@link workspace}. */
export const inWorkspace: Condition = { column: 'workspace', op: 'eq', value: workspace }

/** Migrates the store of a case to {@link notes}. */
export async function openNotes({ store }: StoreUnderTest): Promise<Store> {
  await store.migrate({ collections: [notes] })
  return store
}

/** Defines a case over a store with the collection {@link notes}. */
export const onNotes = casesOver(openNotes)

/** Defines a case over an unmigrated store. */
export const onUnmigrated = casesOver(({ store }) => store)

/** Makes a step that inserts a note. */
export function note(id: string, columns: ColumnValues = {}, data: unknown = { id }): WriteOp {
  return { op: 'insert', in: 'notes', row: { id, columns: { workspace, at: 0, ...columns }, data } }
}

/** Commits. The case fails if the commit does not succeed. */
export async function put(store: Store, ...ops: WriteOp[]): Promise<void> {
  const result = await store.commit(ops)
  assert.ok(result.ok, `expected the commit to succeed: ${JSON.stringify(result)}`)
}

/** Reads a note; null if it does not exist. */
export async function read(store: Store, id: string): Promise<Row | null> {
  const [row] = await store.get([{ ...inNotes, id }])
  assert.notEqual(row, undefined, 'get returns one entry for each reference')
  return row ?? null
}

/** Reads a note that must exist. */
export async function readExisting(store: Store, id: string): Promise<Row> {
  const row = await read(store, id)
  assert.ok(row, `expected ${id} to exist`)
  return row
}

/** Lists notes. The defaults list all notes of {@link workspace}, by time. */
export function listNotes(store: Store, overrides: Partial<ListQuery> = {}): Promise<Row[]> {
  return store.list({
    in: 'notes',
    index: 'by_at',
    where: [inWorkspace],
    dir: 'asc',
    limit: 1_000,
    ...overrides,
  })
}

/** Claims notes. The defaults claim one note that is due at 0, for 1 ms. */
export function claimNotes(store: Store, overrides: Partial<ClaimQuery> = {}): Promise<Row[]> {
  const defaults = {
    dueColumn: 'due',
    leaseColumn: 'lease',
    now: 0,
    leaseMs: 1,
    token: 't',
    limit: 1,
  }
  return store.claim({ in: 'notes', ...defaults, ...overrides })
}

/** The ids of rows; undefined for a row that does not exist. */
export function idsOf(rows: readonly (Row | null)[]): (string | undefined)[] {
  return rows.map((row) => row?.id)
}

/** The result of a commit as text: `ok`, `guard`, `late`, or `conflict` and the index. */
export function resultOf(result: CommitResult): string {
  if (result.ok) return 'ok'
  return result.reason === 'conflict' ? `conflict ${result.index}` : result.reason
}

/** For `assert.rejects`: checks that an error is a StoreError with this code. */
export function isStoreError(code: string): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof Error, 'expected an Error')
    assert.equal(error.name, 'StoreError')
    assert.equal(Reflect.get(error, 'code'), code)
    assert.ok(error.message.length > 0, 'expected a message')
    return true
  }
}

/** Like {@link withAnother}, and migrates the second store to {@link notes}. */
export async function withOtherNotes(
  context: StoreUnderTest,
  work: (other: Store) => Promise<void>,
): Promise<void> {
  await withAnother(context, async (other) => work(await openNotes({ store: other })))
}

/**
 * Runs `work` with a second store over the same database, or with the same store if there is no
 * `another`.
 */
export async function withAnother(
  { store, another }: StoreUnderTest,
  work: (other: Store) => Promise<void>,
): Promise<void> {
  const other = (await another?.()) ?? store
  try {
    await work(other)
  } finally {
    if (other !== store) await other.close()
  }
}
