import { collection, type Stored } from './collection.ts'

interface LaneKeys {
  workspace: string
  /**
   * When to look at what is due for the endpoint; null when nothing is. Whoever makes a delivery due
   * may move it, also while a worker holds the lane.
   */
  due_at: number | null
  /** The token of the worker that sends to the endpoint now; it begins with its end. '' without. */
  lease: string
  /** Attempts that it may be sent at once: 1 until it answers, more while it answers quickly. */
  places: number
}

/**
 * The turns of endpoints: one narrow row for each endpoint, so that a worker finds the endpoints that
 * something waits for without going through all that waits. Its id is the endpoint's.
 */
export const lanes = collection<LaneKeys, null>({
  name: 'webhook_lanes',
  keys: { workspace: 'text', due_at: 'integer', lease: 'text', places: 'integer' },
  indexes: [
    { name: 'webhook_lanes_due', on: ['due_at', 'workspace'] },
    { name: 'webhook_lanes_workspace', on: ['workspace', 'due_at'] },
  ],
  kept: 'until deleted',
  fields: {},
})

export type StoredLane = Stored<LaneKeys, null>
