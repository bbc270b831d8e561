import { setImmediate as endOfTick } from 'node:timers/promises'
import { documentText } from '../document.ts'
import type { WriteOp } from '../port.ts'
import type { MemoryCollection } from './collection.ts'
import { rowKey } from './stored-row.ts'

/** How many characters are split into terms, in about two milliseconds, before other calls run. */
const charactersAtOnce = 24_576

/**
 * Runs a commit after its texts are split into terms. Other calls can run between the texts of two
 * steps, but not while one text is split, nor during the commit itself.
 */
export async function afterSplitting<Result>(
  find: (name: string) => MemoryCollection,
  ops: readonly WriteOp[],
  commit: () => Result,
): Promise<Result> {
  const forget: (() => void)[] = []
  let charactersSincePause = 0
  let added = 0
  try {
    for (const op of ops) {
      const { search, limit, partition, rows } = find(op.in)
      if (!search) continue
      const before = op.op === 'insert' ? undefined : rows.get(rowKey(op.partition, op.id))?.text
      const after = textAfter(op)
      for (const text of [before, after]) {
        if (text === undefined) continue
        search.split(text)
        forget.push(() => search.forget(text))
        charactersSincePause += text.length
      }
      added += after?.length ?? 0
      // The commit will probably refuse this text. If so, the later texts need not be split.
      if (!limit.hasRoom(partitionOf(op, partition), added)) break
      if (charactersSincePause < charactersAtOnce) continue
      charactersSincePause = 0
      await endOfTick()
    }
    return commit()
  } finally {
    for (const each of forget) each()
  }
}

/** The document that a step writes; undefined if it writes none. */
function textAfter(op: WriteOp): string | undefined {
  if (op.op === 'insert') return documentText(op.row.data)
  return op.op === 'patch' && op.data !== undefined ? documentText(op.data) : undefined
}

function partitionOf(op: WriteOp, column: string | undefined): string | undefined {
  if (op.op !== 'insert') return op.partition
  const value = column === undefined ? undefined : op.row.columns[column]
  return typeof value === 'string' ? value : undefined
}
