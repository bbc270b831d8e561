/**
 * Follows calls that have not ended. It only counts them: a set of their promises could keep the results
 * of ended calls in memory until the next full garbage collection, because V8 links each old table of a
 * set to the next one.
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
    track<Result>(call: Promise<Result>): Promise<Result> {
      running += 1
      call.then(end, end)
      return call
    },
    /** Resolves when no call is in flight. */
    async ended(): Promise<void> {
      // A call that ends can start another one.
      while (running > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
