/**
 * Makes what waits for a place, in the order in which they came, where there are `most`. It gives
 * what ends the place.
 */
export function createSemaphore(most: number): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let free = most
  const end = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return end
  }
}
