/**
 * Follows calls that have not ended. It only counts them: a set of their promises could keep the results of
 * ended calls in memory until the next full garbage collection, because V8 links each old table of a set to
 * the next one.
 */
export function createInFlight() {
  let running = 0
  const waiting: (() => void)[] = []

  function end(): void {
    running -= 1
    if (running === 0) for (const resolve of waiting.splice(0)) resolve()
  }

  return {
    /** Counts a call until it ends, and returns its promise. */
    track<Call extends Promise<unknown>>(call: Call): Call {
      running += 1
      call.then(end, end)
      return call
    },
    /** Resolves when no call is in flight. */
    ended(): Promise<void> {
      return new Promise((resolve) => {
        if (running === 0) resolve()
        else waiting.push(resolve)
      })
    },
  }
}
