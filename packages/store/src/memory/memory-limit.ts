import { StoreError } from '../store-error.ts'

/** The limit of a memory store, and about how much memory its rows take. */
export type MemoryLimit = ReturnType<typeof createMemoryLimit>

/**
 * Creates the limit of an empty store. A partition may take at most as much memory as it leaves free, so
 * the others always have room left.
 *
 * @param mostBytes - the most memory that all rows together may take.
 */
export function createMemoryLimit(mostBytes: number) {
  let total = 0
  const byPartition = new Map<string | undefined, number>()
  const growth = new Map<string | undefined, number>()

  return {
    /** Counts the bytes that a change adds to a partition. Rows without a partition count together. */
    count(partition: string | undefined, bytes: number): void {
      total += bytes
      byPartition.set(partition, (byPartition.get(partition) ?? 0) + bytes)
      growth.set(partition, (growth.get(partition) ?? 0) + bytes)
    },
    beginCommit(): void {
      growth.clear()
    },
    /** @throws StoreError `unavailable` if a partition grew beyond its limit in this commit. */
    checkCommit(): void {
      for (const [partition, bytes] of growth) {
        const taken = partition === undefined ? 0 : (byPartition.get(partition) ?? 0)
        if (bytes > 0 && taken > mostBytes - total) throw noRoom()
      }
    },
  }
}

function noRoom(): StoreError {
  const message =
    'The memory store has no room for more data of this workspace. Delete data, or use a store with a database.'
  return new StoreError('unavailable', message)
}
