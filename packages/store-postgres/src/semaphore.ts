/** Lets so many at a time do something, in the order in which they came. */
export interface Semaphore {
  /** Waits for a place, and gives what ends it. */
  take(): Promise<() => void>
}

/** Makes a semaphore for `most` at a time. */
export function createSemaphore(most: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = most
  const end = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return {
    async take() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return end
    },
  }
}
