import type { BulkPatch } from '../bulk-writes.ts'
import { documentText } from '../document.ts'
import type { CommitResult, GuardedRef, WriteOp } from '../port.ts'
import type { ColumnValue, ColumnValues } from '../row-and-filter.ts'
import { StoreError } from '../store-error.ts'
import { findConflict, type MemoryCollection, replaceRow } from './collection.ts'
import { toPredicate } from './filter.ts'
import { rowKey, type StoredRow } from './stored-row.ts'

type Insert = Extract<WriteOp, { op: 'insert' }>

const guardFailed: CommitResult = { ok: false, reason: 'guard' }
const succeeded: CommitResult = { ok: true }

type Transaction = ReturnType<typeof beginTransaction>

/** Makes changes that can be undone. */
function beginTransaction() {
  const undoSteps: (() => void)[] = []
  return {
    replace(collection: MemoryCollection, before?: StoredRow, after?: StoredRow): void {
      replaceRow(collection, before, after)
      undoSteps.push(() => replaceRow(collection, after, before))
    },
    undo(): void {
      for (const step of undoSteps.reverse()) step()
    },
  }
}

/**
 * Runs the steps of a commit in their order, all or none.
 *
 * @param checkLimit - called after each step that no patch or removal follows, because these can make
 *   room. If it throws, nothing is changed.
 */
export function commitOps(
  find: (name: string) => MemoryCollection,
  ops: readonly WriteOp[],
  checkLimit: () => void,
): CommitResult {
  const transaction = beginTransaction()
  const lastShrinking = ops.findLastIndex(({ op }) => op === 'remove' || op === 'patch')
  try {
    for (const [at, op] of ops.entries()) {
      const outcome = run(find(op.in), op, transaction)
      if (!outcome.ok) {
        transaction.undo()
        return outcome
      }
      // With a single check at the end, the rest of a commit that does not fit would be indexed, only to
      // be undone.
      if (at >= lastShrinking) checkLimit()
    }
    return succeeded
  } catch (error) {
    transaction.undo()
    throw error
  }
}

/** Patches rows that exist, all or none, and returns them as written. */
export function patchRows(
  collection: MemoryCollection,
  rows: readonly StoredRow[],
  patch: BulkPatch,
): StoredRow[] {
  const transaction = beginTransaction()
  try {
    return rows.map((row) => {
      const after = nextRevision(row, patch)
      if (!write(collection, row, after, transaction).ok) {
        throw new StoreError(
          'invalid_query',
          `The patch gives two rows of ${collection.name} the same values in a unique index.`,
        )
      }
      return after
    })
  } catch (error) {
    transaction.undo()
    throw error
  }
}

function run(collection: MemoryCollection, op: WriteOp, transaction: Transaction): CommitResult {
  if (op.op === 'insert') return insert(collection, op, transaction)
  const before = find(collection, op)
  if (op.op === 'check') return (before !== undefined) === op.exists ? succeeded : guardFailed
  if (!before) return guardFailed
  if (op.op === 'patch') {
    const text = op.data === undefined ? before.text : documentText(op.data)
    return write(collection, before, { ...nextRevision(before, op), text }, transaction)
  }
  transaction.replace(collection, before)
  return succeeded
}

function insert(collection: MemoryCollection, op: Insert, transaction: Transaction): CommitResult {
  const { partition } = collection
  const columns = [...collection.columns.keys()].map(
    (column) => [column, givenValue(op.row.columns, column)] as const,
  )
  const row = {
    key: rowKey(partition && op.row.columns[partition], op.row.id),
    id: op.row.id,
    rev: op.row.rev ?? 1,
    columns: Object.fromEntries(columns),
    text: documentText(op.row.data),
  }
  const outcome = collection.rows.has(row.key)
    ? conflict('id')
    : write(collection, undefined, row, transaction)
  return !outcome.ok && op.onConflict === 'ignore' ? succeeded : outcome
}

/** The row that an op names, if its guards hold. */
function find(collection: MemoryCollection, op: GuardedRef): StoredRow | undefined {
  const row = collection.rows.get(rowKey(op.partition, op.id))
  if (!row || (op.ifRev !== undefined && row.rev !== op.ifRev)) return undefined
  return !op.when || toPredicate(op.when)(row) ? row : undefined
}

function write(
  collection: MemoryCollection,
  before: StoredRow | undefined,
  after: StoredRow,
  transaction: Transaction,
): CommitResult {
  const taken = findConflict(collection, after)
  if (taken !== undefined) return conflict(taken)
  transaction.replace(collection, before, after)
  return succeeded
}

/** The next revision of a row, with its columns changed. */
function nextRevision(row: StoredRow, { set = {}, add = {} }: BulkPatch): StoredRow {
  const columns: Record<string, ColumnValue> = { ...row.columns }
  for (const column of Object.keys(set)) columns[column] = givenValue(set, column)
  for (const [column, amount] of Object.entries(add)) {
    const sum = Number(columns[column] ?? 0) + amount
    if (!Number.isSafeInteger(sum)) {
      const problem = `The sum in ${column} would be beyond the safe integers.`
      throw new StoreError('invalid_query', problem)
    }
    columns[column] = sum
  }
  return { ...row, rev: row.rev + 1, columns }
}

/** The given value of a column. Adding 0 turns -0 into 0, as an integer column of a database does. */
function givenValue(columns: ColumnValues, column: string): ColumnValue {
  const value = Object.hasOwn(columns, column) ? (columns[column] ?? null) : null
  return typeof value === 'number' ? value + 0 : value
}

function conflict(index: string): CommitResult {
  return { ok: false, reason: 'conflict', index }
}
