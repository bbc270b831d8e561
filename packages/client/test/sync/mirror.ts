import type { Client } from '../../src/index.ts'
import type { SyncBatch, SyncCheckpoint, SyncedResource } from '../../src/sync/index.ts'
import { syncChanges } from '../../src/sync/index.ts'

/** The error that interrupts a mirror. */
export const crash = new Error('the mirror crashed')

/** A mirror that keeps items and checkpoint together, as a database would in one transaction. */
export interface Mirror<Item> {
  readonly items: ReadonlyMap<string, Item>
  readonly checkpoint: SyncCheckpoint | undefined
  readonly batches: readonly SyncBatch<Item>[]
  /** Runs once; `crashAt` is the index of the batch that is lost. */
  run(options?: RunOptions<Item>): Promise<void>
}

interface RunOptions<Item> {
  readonly crashAt?: number | undefined
  readonly pageSize?: number | undefined
  readonly overlap?: number | undefined
  /** The event log, for deletions. */
  readonly events?: Client['events'] | undefined
  /** Runs before each batch is stored. */
  readonly meanwhile?: ((batch: SyncBatch<Item>, index: number) => Promise<void>) | undefined
}

/** Creates an empty mirror of a list. */
export function createMirror<Item extends { id: string }>(resource: SyncedResource): Mirror<Item> {
  const items = new Map<string, Item>()
  const batches: SyncBatch<Item>[] = []
  let checkpoint: SyncCheckpoint | undefined

  return {
    items,
    batches,
    get checkpoint() {
      return checkpoint
    },
    async run({ crashAt, meanwhile, ...options } = {}) {
      let index = 0
      await syncChanges(resource as Client['contacts'], {
        ...options,
        // A copy, as a database would return.
        checkpoint: checkpoint && JSON.parse(JSON.stringify(checkpoint)),
        async onBatch(given) {
          const batch = given as unknown as SyncBatch<Item>
          await meanwhile?.(batch, index)
          if (index++ === crashAt) throw crash
          for (const item of batch.items) items.set(item.id, item)
          for (const id of batch.deleted) items.delete(id)
          checkpoint = batch.checkpoint
          batches.push(batch)
        },
      })
    },
  }
}
