import { createFairQueue } from '@doorkit/store'

/** How long a partition counts as active after it took a place. */
const activeMs = 1_000

/** The share of the places that a partition may use while another one is active. */
const sharedPart = 1 / 5

/**
 * Makes the places of `most` connections. A partition gets another place only while more places are free
 * than it has, so that its hanging transactions do not hold up other partitions. While another partition
 * is active, a partition may use a fifth of the places: more statements at the same time would slow down
 * those of the other one. Partitions are served in rotation. Calls without a partition count as one
 * partition, which is never active, and never limited to a fifth.
 */
export function createPlaces(most: number, now: () => number) {
  const waiting = createFairQueue<() => void>()
  const held = new Map<string, number>()
  let free = most
  /** The partition that took a place last. */
  let last: { readonly partition: string; readonly at: number } | undefined
  /** Among the other partitions, the one that took a place last. */
  let lastOther: typeof last

  function noteUse(partition: string): void {
    if (last?.partition !== partition) lastOther = last
    last = { partition, at: now() }
  }

  function mostOf(partition: string): number {
    if (partition === '') return free
    const other = last?.partition === partition ? lastOther : last
    const isShared = other !== undefined && now() - other.at < activeMs
    return isShared ? Math.min(free, Math.ceil(most * sharedPart)) : free
  }

  function serve(): void {
    const mayHave = (_: unknown, partition: string) =>
      (held.get(partition) ?? 0) < mostOf(partition)
    for (let next = waiting.take(mayHave); next; next = waiting.take(mayHave)) next()
  }

  /** Waits for a place for a partition, and returns the function that frees it. */
  return (partition = '') =>
    new Promise<() => void>((resolve) => {
      waiting.add(partition, () => {
        free -= 1
        held.set(partition, (held.get(partition) ?? 0) + 1)
        if (partition !== '') noteUse(partition)
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
