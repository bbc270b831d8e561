import { setImmediate as endOfTick } from 'node:timers/promises'

/**
 * Makes a function that runs `work` at the end of the tick, or after the current run. All calls until
 * then share one run and its outcome.
 */
export function runOncePerTick(work: () => Promise<void>): () => Promise<void> {
  let latest: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  async function runAfter(before: Promise<void>): Promise<void> {
    // A failure of the earlier run concerns only its own callers.
    await before.catch(() => {})
    // The work must not run inside the transaction of this tick's reads.
    await endOfTick()
    waiting = undefined
    await work()
  }

  return () => {
    if (!waiting) {
      waiting = runAfter(latest)
      latest = waiting
    }
    return waiting
  }
}
