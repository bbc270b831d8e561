import { setImmediate } from 'node:timers/promises'
import { storeErrorCode } from '../errors/store-error.ts'
import { type Clock, sleep } from '../ports/clock.ts'
import type { Store } from './port.ts'

const maxRetries = 3
const baseDelayMs = 20

/** How many rows a caller has before it waits: more than a page of a list or of a transcript. */
const rowsAtOnce = 300

/** How many rows it reads or writes in each of its turns afterwards. */
export const rowsPerTurn = 500

/** The store of a kit, as its parts call it. */
export interface PatientStore {
  /** Tries again, with jitter, what the database was too busy for. */
  readonly store: Store
  /**
   * Makes the store of one caller, for a request or a job, so that none of them holds the process.
   * A store may answer without ever letting go of it, as SQLite does: a page of rows is then what
   * everybody else waits for. So a caller that has had 300 rows waits for its turn,
   * and each turn of the event loop gives a page to one of all that wait. Callers that want little
   * do not wait.
   */
  fairStore(): Store
}

/** The settings of a {@link PatientStore}. */
export interface PatientStoreOptions {
  readonly clock: Clock
  readonly random: () => number
  /** Resolves when a caller that has had its rows may have more. Default: a turn of the event loop. */
  readonly nextTurn?: () => Promise<unknown>
}

/** Calls a method that costs at most so many rows, and `used` of them in the end. */
type Call = <Args extends unknown[], Result>(
  most: number,
  method: (this: Store, ...args: Args) => Promise<Result>,
  args: Args,
  used?: (result: Result) => number,
) => Promise<Result>

/** Makes a {@link PatientStore}. */
export function patientStore(
  store: Store,
  { clock, random, nextTurn = setImmediate }: PatientStoreOptions,
): PatientStore {
  const { search, scrub, backup, version, watch } = store

  async function retry<Args extends unknown[], Result>(
    method: (this: Store, ...args: Args) => Promise<Result>,
    args: Args,
  ): Promise<Result> {
    for (let retries = 0; ; retries++) {
      try {
        return await method.apply(store, args)
      } catch (error) {
        if (storeErrorCode(error) !== 'busy' || retries === maxRetries) throw error
        await sleep(clock, random() * baseDelayMs * 2 ** retries)
      }
    }
  }

  const withRows = (call: Call) =>
    ({
      get: (refs) => call(refs.length, store.get, [refs]),
      list: (query) => call(query.limit, store.list, [query], ofRows),
      // It does not show outside how many rows these two go through.
      aggregate: (query) => call(rowsPerTurn, store.aggregate, [query]),
      ...(search && { search: (query) => call(rowsPerTurn, search, [query]) }),
      commit: (ops, options) => call(ops.length, store.commit, [ops, options]),
      updateMany: (query, patch) => call(query.limit, store.updateMany, [query, patch], ofChanges),
      deleteMany: (query) => call(query.limit, store.deleteMany, [query], ofChanges),
      claim: (query) => call(query.limit, store.claim, [query], ofRows),
    }) satisfies Partial<Store>

  const base: Store = {
    ...withRows((_, method, args) => retry(method, args)),
    consume: (query) => retry(store.consume, [query]),
    migrate: (plan, options) => retry(store.migrate, [plan, options]),
    ping: (signal) => store.ping(signal),
    close: () => store.close(),
    // A scrub waits by itself for others, and is repeated by the worker.
    ...(scrub && { scrub: () => scrub.call(store) }),
    ...(backup && { backup: (options) => backup.call(store, options) }),
    ...(version && { version: (names) => retry(version, [names]) }),
    ...(watch && { watch: (channel, wake) => watch.call(store, channel, wake) }),
  }

  let last: Promise<unknown> = Promise.resolve()
  return {
    store: base,
    fairStore() {
      let left = rowsAtOnce
      /** Takes the most that a call can cost before it runs, and gives back what it did not use. */
      const pay: Call = async (most, method, args, used = () => most) => {
        const price = Math.min(most, rowsPerTurn)
        while (left < price) {
          last = last.then(nextTurn)
          await last
          left = rowsPerTurn
        }
        left -= price
        const result = await retry(method, args)
        left = Math.min(left + Math.max(0, price - used(result)), rowsPerTurn)
        return result
      }
      return { ...base, ...withRows(pay) }
    },
  }
}

const ofRows = (rows: readonly unknown[]) => rows.length
const ofChanges = ({ changed }: { readonly changed: number }) => changed
