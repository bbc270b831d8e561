import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Makes a function that runs `work` after it was called, at the end of the turn or of the run that is
 * under way. All who call it until then share that run and its outcome.
 */
export function sharedRuns(work: () => Promise<void>): () => Promise<void> {
  let latest: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | undefined

  async function runAfter(before: Promise<void>): Promise<void> {
    // Its failure is of those who asked for it.
    await before.catch(() => {})
    // Not inside of the transaction of the reads of this turn.
    await endOfTurn()
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
