import { StoreError } from '../store-error.ts'

/** The limit of a memory store, and an estimate of the memory that its rows take. */
export type MemoryLimit = ReturnType<typeof createMemoryLimit>

/**
 * Creates the limit of an empty store. One partition may take at most half of the limit, so that it
 * cannot fill the store alone.
 *
 * @param mostBytes - the most memory that all rows together may take.
 */
export function createMemoryLimit(mostBytes: number) {
  let total = 0
  const byPartition = new Map<string | undefined, number>()
  const growth = new Map<string | undefined, number>()

  return {
    /**
     * Counts the bytes that a change adds to a partition. Rows without a partition count only towards
     * the total.
     */
    count(partition: string | undefined, bytes: number): void {
      total += bytes
      byPartition.set(partition, (byPartition.get(partition) ?? 0) + bytes)
      growth.set(partition, (growth.get(partition) ?? 0) + bytes)
    },
    /** Whether a partition has room for this many more bytes. */
    hasRoom(partition: string | undefined, bytes: number): boolean {
      const taken = partition === undefined ? 0 : (byPartition.get(partition) ?? 0)
      return total + bytes <= mostBytes && taken + bytes <= mostBytes / 2
    },
    beginCommit(): void {
      growth.clear()
    },
    /** @throws StoreError `unavailable` for more data than the store or a partition may have. */
    checkCommit(): void {
      for (const [partition, bytes] of growth) {
        if (bytes <= 0) continue
        if (total > mostBytes) throw noRoomError('data')
        const taken = partition === undefined ? 0 : (byPartition.get(partition) ?? 0)
        if (taken > mostBytes / 2) throw noRoomError('data of this workspace')
      }
    },
  }
}

function noRoomError(data: string): StoreError {
  const message = `The memory store has no room for more ${data}. Delete data, or use a store with a database.`
  return new StoreError('unavailable', message)
}
