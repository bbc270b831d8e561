import { storeErrorCode } from '../errors/store-error-code.ts'
import { type Clock, sleep } from '../ports/clock.ts'
import type { Store } from './port.ts'

const maxRetries = 3
const baseDelayMs = 20

/** Tries again, with jitter, what a store was too busy for. */
export function resilientStore(store: Store, clock: Clock, random: () => number): Store {
  async function retry<T>(call: () => Promise<T>): Promise<T> {
    for (let retries = 0; ; retries++) {
      try {
        return await call()
      } catch (error) {
        if (storeErrorCode(error) !== 'busy' || retries === maxRetries) throw error
        const delayMs = random() * baseDelayMs * 2 ** retries
        await sleep(clock, delayMs)
      }
    }
  }
  const { search, scrub, version, watch } = store
  return {
    get: (refs) => retry(() => store.get(refs)),
    list: (query) => retry(() => store.list(query)),
    aggregate: (query) => retry(() => store.aggregate(query)),
    commit: (ops, options) => retry(() => store.commit(ops, options)),
    updateMany: (query, patch) => retry(() => store.updateMany(query, patch)),
    deleteMany: (query) => retry(() => store.deleteMany(query)),
    claim: (query) => retry(() => store.claim(query)),
    consume: (query) => retry(() => store.consume(query)),
    migrate: (plan, options) => retry(() => store.migrate(plan, options)),
    ping: (signal) => store.ping(signal),
    close: () => store.close(),
    ...(search ? { search: (query) => retry(() => search.call(store, query)) } : {}),
    // A scrub waits by itself for others, and is repeated by the worker.
    ...(scrub ? { scrub: () => scrub.call(store) } : {}),
    ...(version ? { version: (names) => retry(() => version.call(store, names)) } : {}),
    ...(watch ? { watch: (channel, wake) => watch.call(store, channel, wake) } : {}),
  }
}
