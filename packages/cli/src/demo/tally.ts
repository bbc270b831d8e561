import type { Store, WriteOp } from '@doorkit/server/store'

/** The collections of counts. They are of the workspace and its days: the demo adds to them. */
const counted = ['rollups', 'label_counts', 'link_days']

type Insert = Extract<WriteOp, { op: 'insert' }>

/** A store beside which the counts of its commits are added up, so that each is written once. */
export interface Tally {
  readonly store: Store
  /** The writes that add all counts, in groups that belong together. */
  groups(): WriteOp[][]
}

/** Makes a {@link Tally}: a count is in it alone, and not in the store. */
export function createTally(inner: Store): Tally {
  const rows = new Map<string, { readonly insert: Insert; readonly add: Record<string, number> }>()
  function count(op: WriteOp): void {
    if (op.op === 'insert') {
      const name = `${op.in} ${op.row.id}`
      if (!rows.has(name)) rows.set(name, { insert: op, add: {} })
    } else if (op.op === 'patch') {
      const { add } = rows.get(`${op.in} ${op.id}`) ?? {}
      for (const [key, value] of Object.entries(op.add ?? {})) {
        if (add) add[key] = (add[key] ?? 0) + value
      }
    }
  }
  return {
    store: {
      ...inner,
      async commit(ops, options) {
        const isCount = (op: WriteOp) => counted.includes(op.in)
        const result = await inner.commit(
          ops.filter((op) => !isCount(op)),
          options,
        )
        if (result.ok) ops.filter(isCount).forEach(count)
        return result
      },
    },
    groups: () =>
      [...rows.values()].map(({ insert, add }) => {
        const { id, keys } = insert.row
        return [insert, { op: 'patch', in: insert.in, partition: String(keys.workspace), id, add }]
      }),
  }
}
