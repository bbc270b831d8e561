import { memoryStore, type Store, type WriteOp } from '@doorkit/store'

type Fault = 'crash before' | 'crash after' | 'hang'

/** A store whose next commit on a collection fails in a way that the test chooses. */
export function faultyStore(inner: Store = memoryStore()) {
  let planned: { readonly fault: Fault; readonly collection: string } | undefined
  let resume = () => {}
  const touches = (ops: readonly WriteOp[]) =>
    planned !== undefined && ops.some((op) => op.in === planned?.collection)
  const store: Store = {
    ...inner,
    async commit(ops, options) {
      const fault = touches(ops) ? planned?.fault : undefined
      if (fault) planned = undefined
      if (fault === 'crash before') throw new Error('The process died before the commit.')
      if (fault === 'hang') {
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      }
      const result = await inner.commit(ops, options)
      if (fault === 'crash after') throw new Error('The process died after the commit.')
      return result
    },
  }
  return {
    store,
    /** Plans a fault of the next commit that writes to a collection. */
    plan(fault: Fault, collection: string) {
      planned = { fault, collection }
    },
    /** Whether the planned fault has happened. */
    happened: () => planned === undefined,
    /** Lets the hanging commit continue. */
    resume: () => resume(),
  }
}

/** Resolves when a condition is true, and lets everything else run until then. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}
