import type { WriteOp } from '@doorkit/store'

/**
 * Moves the additions of a commit to the end, sorted by collection and id. Many commits add to the same
 * rows, such as the counts of a day: this order keeps their locks short and prevents deadlocks. If a
 * commit changes a row in other ways too, all its operations on that row stay where they are.
 */
export function inLockOrder(ops: readonly WriteOp[]): readonly WriteOp[] {
  if (!ops.some(isAddition)) return ops
  const others = new Set(ops.filter((op) => !isAddition(op)).map(rowOf))
  const isLast = (op: WriteOp) => isAddition(op) && !others.has(rowOf(op))
  const last = ops.filter(isLast).map((op) => ({ op, row: rowOf(op) }))
  last.sort((left, right) => (left.row < right.row ? -1 : Number(left.row > right.row)))
  return [...ops.filter((op) => !isLast(op)), ...last.map(({ op }) => op)]
}

/** Whether an operation adds to a row, or inserts it if it does not exist yet. */
function isAddition(op: WriteOp): boolean {
  if (op.op === 'insert') return op.onConflict === 'ignore'
  return op.op === 'patch' && op.add !== undefined && op.ifRev === undefined
}

function rowOf(op: WriteOp): string {
  return `${op.in} ${op.op === 'insert' ? op.row.id : op.id}`
}
