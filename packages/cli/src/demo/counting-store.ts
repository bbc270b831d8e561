import type { Store, WriteOp } from '@doorkit/store'

/** Collections of counts. The workspace may have some of these counts already: the demo adds to them. */
const countCollections = ['rollups', 'label_counts', 'link_days']

type Insert = Extract<WriteOp, { op: 'insert' }>

/**
 * Creates a store that adds up the counts of its commits in memory instead of writing them to `inner`,
 * so that each count is written once.
 */
export function createCountingStore(inner: Store) {
  const rows = new Map<string, { readonly insert: Insert; readonly add: Record<string, number> }>()
  function count(op: WriteOp): void {
    if (op.op === 'insert') {
      const name = `${op.in} ${op.row.id}`
      if (!rows.has(name)) rows.set(name, { insert: op, add: {} })
    } else if (op.op === 'patch') {
      const { add } = rows.get(`${op.in} ${op.id}`) ?? {}
      for (const [column, value] of Object.entries(op.add ?? {})) {
        if (add) add[column] = (add[column] ?? 0) + value
      }
    }
  }
  const store: Store = {
    ...inner,
    async commit(ops, options) {
      const isCount = (op: WriteOp) => countCollections.includes(op.in)
      const result = await inner.commit(
        ops.filter((op) => !isCount(op)),
        options,
      )
      if (result.ok) ops.filter(isCount).forEach(count)
      return result
    },
  }
  return {
    store,
    /** Makes the writes that add all counts. Writes of one group belong in one commit. */
    groups: (): WriteOp[][] =>
      [...rows.values()].map(({ insert, add }) => {
        const { id, columns } = insert.row
        return [
          insert,
          { op: 'patch', in: insert.in, partition: String(columns.workspace), id, add },
        ]
      }),
  }
}
