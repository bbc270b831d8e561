import { createFairQueue } from '@doorkit/store'

/** Waits for a place for a partition, and returns the function that frees it. */
export type TakePlace = (partition: string) => Promise<() => void>

/**
 * Makes the places of `most` connections. A partition may use only as many as it leaves free for others, so
 * that its hanging transactions do not hold up other partitions. Partitions are served in rotation.
 */
export function createPlaces(most: number): TakePlace {
  const waiting = createFairQueue<() => void>()
  const held = new Map<string, number>()
  let free = most

  function serve(): void {
    const mayHave = (_: unknown, partition: string) => (held.get(partition) ?? 0) < free
    for (let next = waiting.take(mayHave); next; next = waiting.take(mayHave)) next()
  }

  return (partition) =>
    new Promise((resolve) => {
      waiting.add(partition, () => {
        free -= 1
        held.set(partition, (held.get(partition) ?? 0) + 1)
        resolve(() => {
          free += 1
          const left = (held.get(partition) ?? 1) - 1
          if (left > 0) held.set(partition, left)
          else held.delete(partition)
          serve()
        })
      })
      serve()
    })
}
