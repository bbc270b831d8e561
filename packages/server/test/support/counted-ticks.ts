import type { Store } from '@doorkit/store'

/**
 * A store that counts the rows that it reads and writes in each tick of the event loop. Other requests
 * wait for this work, however fast the machine is.
 */
export function countedTicks(store: Store) {
  let rows = 0
  let most = 0
  let ticks = 0
  let watching: ReturnType<typeof setImmediate> | undefined
  const watch = () => {
    rows = 0
    ticks += 1
    watching = setImmediate(watch)
  }
  const count = (more: number) => {
    rows += more
    most = Math.max(most, rows)
  }
  const counted: Store = {
    ...store,
    async get(refs) {
      count(refs.length)
      return store.get(refs)
    },
    async list(query) {
      const found = await store.list(query)
      count(found.length)
      return found
    },
    async commit(ops, options) {
      count(ops.length)
      return store.commit(ops, options)
    },
    async updateMany(query, patch) {
      const result = await store.updateMany(query, patch)
      count(result.changed)
      return result
    },
    async deleteMany(query) {
      const result = await store.deleteMany(query)
      count(result.changed)
      return result
    },
  }
  return {
    store: counted,
    /** Runs a function. Returns its result, the most rows in one tick, and how many ticks it took. */
    async during<Result>(run: () => Promise<Result>) {
      rows = 0
      most = 0
      ticks = 0
      watching = setImmediate(watch)
      try {
        const result = await run()
        return { result, most, ticks }
      } finally {
        clearImmediate(watching)
      }
    },
  }
}
