import type { WriteOp } from '@doorkit/store'

/**
 * Puts the additions of a commit last, in one order for all commits: by collection and id. Many
 * commits add to the same rows, such as the counts of a day. So each holds them for the shortest
 * time, and no two wait for each other in a circle. What the commit does to a row besides adding
 * stays where it is, with all that it does to that row.
 */
export function inLockOrder(ops: readonly WriteOp[]): readonly WriteOp[] {
  if (!ops.some(isAddition)) return ops
  const others = new Set(ops.filter((op) => !isAddition(op)).map(rowOf))
  const isLast = (op: WriteOp) => isAddition(op) && !others.has(rowOf(op))
  const last = ops.filter(isLast).map((op) => ({ op, row: rowOf(op) }))
  last.sort((left, right) => (left.row < right.row ? -1 : Number(left.row > right.row)))
  return [...ops.filter((op) => !isLast(op)), ...last.map(({ op }) => op)]
}

/** Whether an op adds to a row, or makes it where it does not exist yet. */
function isAddition(op: WriteOp): boolean {
  if (op.op === 'insert') return op.onConflict === 'ignore'
  return op.op === 'patch' && op.add !== undefined && op.ifRev === undefined
}

function rowOf(op: WriteOp): string {
  return `${op.in} ${op.op === 'insert' ? op.row.id : op.id}`
}
