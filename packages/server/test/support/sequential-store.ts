import { setImmediate } from 'node:timers/promises'
import type { Store } from '@doorkit/store'

/** The calls that a store got. */
export interface StoreCalls {
  /** How many calls ran one after another. Calls that ran at the same time count as one. */
  readonly inARow: number
  /** The methods that were called, in order. */
  readonly methods: readonly string[]
}

const ticksOfCall = 100

/**
 * A store that counts its calls, and knows which of them waited for others. Like a call to a distant
 * database, each call takes many ticks of the event loop, so calls that do not wait for each other
 * overlap. Like a distant database, the store has no version to report.
 */
export function sequentialStore({ version: _none, ...store }: Store) {
  let ended = 0
  let inARow = 0
  const methods: string[] = []
  const counted = Object.fromEntries(
    Object.entries(store).map(([name, method]) => [
      name,
      async (...args: unknown[]) => {
        const place = ended + 1
        inARow = Math.max(inARow, place)
        methods.push(name)
        for (let tick = 0; tick < ticksOfCall; tick++) await setImmediate()
        try {
          return await (method as (...args: unknown[]) => unknown)(...args)
        } finally {
          ended = Math.max(ended, place)
        }
      },
    ]),
  ) as unknown as Store
  return {
    store: counted,
    /** Runs a function, and returns the calls that the store got from it. */
    async during(run: () => Promise<unknown>): Promise<StoreCalls> {
      ended = 0
      inARow = 0
      methods.length = 0
      await run()
      return { inARow, methods: [...methods] }
    },
  }
}
