import { setImmediate } from 'node:timers/promises'
import type { Store } from './port.ts'

/** How many rows a caller has before it waits: more than a page of a list or of a transcript. */
const rowsAtOnce = 300

/** How many rows it reads or writes in each of its turns afterwards. */
export const rowsPerTurn = 500

/**
 * Makes a store for each caller, for a request or a job, so that none of them holds the process.
 * A store may answer without ever letting go of it, as SQLite does: a page of rows is then what
 * everybody else waits for. So a caller that has had 300 rows waits for its turn,
 * and each turn of the event loop gives a page to one of all that wait. Callers that want little
 * do not wait.
 */
export function fairStores(
  store: Store,
  nextTurn: () => Promise<unknown> = setImmediate,
): () => Store {
  let last: Promise<unknown> = Promise.resolve()
  const wait = () => {
    last = last.then(nextTurn)
    return last
  }
  return () => fairStore(store, wait)
}

function fairStore(store: Store, wait: () => Promise<unknown>): Store {
  let left = rowsAtOnce
  /** Takes the most that a call can cost before it runs, and gives back what it did not use. */
  async function pay<Result>(
    most: number,
    call: () => Promise<Result>,
    used: (result: Result) => number = () => most,
  ): Promise<Result> {
    const price = Math.min(most, rowsPerTurn)
    while (left < price) {
      await wait()
      left = rowsPerTurn
    }
    left -= price
    const result = await call()
    left = Math.min(left + Math.max(0, price - used(result)), rowsPerTurn)
    return result
  }
  const { search } = store
  const ofRows = (rows: readonly unknown[]) => rows.length
  const ofChanges = ({ changed }: { readonly changed: number }) => changed
  return {
    ...store,
    get: (refs) => pay(refs.length, () => store.get(refs)),
    list: (query) => pay(query.limit, () => store.list(query), ofRows),
    // It does not show outside how many rows these two go through.
    aggregate: (query) => pay(rowsPerTurn, () => store.aggregate(query)),
    ...(search && { search: (query) => pay(rowsPerTurn, () => search.call(store, query)) }),
    commit: (ops, options) => pay(ops.length, () => store.commit(ops, options)),
    updateMany: (query, patch) => pay(query.limit, () => store.updateMany(query, patch), ofChanges),
    deleteMany: (query) => pay(query.limit, () => store.deleteMany(query), ofChanges),
    claim: (query) => pay(query.limit, () => store.claim(query), ofRows),
  }
}
