import { collection, type Stored } from './collection.ts'

interface LaneKeys {
  workspace: string
  /** When the next delivery to the endpoint is due. While a lease runs, the time at which it ends. */
  due_at: number
  /** The token of the worker that sends to the endpoint now. */
  lease: string | null
  /** Attempts that it may be sent at once: 1 until it answers, more while it answers quickly. */
  places: number
}

/**
 * Whose turn it is: one narrow row for each endpoint that something waits for, so that a worker
 * finds those endpoints without going through all that waits for them. Its id is the endpoint's.
 */
export const lanes = collection<LaneKeys, null>({
  name: 'webhook_lanes',
  keys: { workspace: 'text', due_at: 'integer', lease: 'text', places: 'integer' },
  indexes: [
    { name: 'webhook_lanes_due', on: ['due_at', 'workspace'] },
    { name: 'webhook_lanes_workspace', on: ['workspace', 'due_at'] },
  ],
  kept: 'until done',
  fields: {},
})

export type StoredLane = Stored<LaneKeys, null>
