import { collection, type Stored } from './collection.ts'
import { type KeysOf, orNull } from './declaration.ts'

const laneKeys = {
  workspace: 'text',
  /**
   * When to look at what is due for the endpoint; null when nothing is. Whoever makes a delivery due
   * may move it, also while a worker holds the lane.
   */
  due_at: orNull('integer'),
  /** The token of the worker that sends to the endpoint now; it begins with its end. '' without. */
  lease: 'text',
  /** Attempts that it may be sent at once: 1 until it answers, more while it answers quickly. */
  places: 'integer',
} as const
type LaneKeys = KeysOf<typeof laneKeys>

/**
 * The turns of endpoints: one narrow row for each endpoint, so that a worker finds the endpoints that
 * something waits for without going through all that waits. Its id is the endpoint's.
 */
export const lanes = collection<LaneKeys, null>({
  name: 'webhook_lanes',
  keys: laneKeys,
  indexes: [
    { name: 'webhook_lanes_due', on: ['due_at', 'workspace'] },
    { name: 'webhook_lanes_workspace', on: ['workspace', 'due_at'] },
  ],
  kept: 'until deleted',
  fields: {},
})

export type StoredLane = Stored<LaneKeys, null>
