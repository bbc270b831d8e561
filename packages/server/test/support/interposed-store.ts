import type { Store, WriteOp } from '@doorkit/store'

/** A store that lets a test do something after a request has read, and before the request commits. */
export function interposedStore(store: Store) {
  let waiting: { matches: (op: WriteOp) => boolean; act: () => Promise<unknown> } | undefined
  return {
    store: {
      ...store,
      async commit(...[ops, options]: Parameters<Store['commit']>) {
        const found = waiting && ops.some(waiting.matches) ? waiting : undefined
        if (found) {
          waiting = undefined
          await found.act()
        }
        return store.commit(ops, options)
      },
    } satisfies Store,
    /** Does something once, right before the next commit with a matching write. */
    beforeCommit(matches: (op: WriteOp) => boolean, act: () => Promise<unknown>) {
      waiting = { matches, act }
    },
  }
}
