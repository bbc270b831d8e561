import { collection } from './collection.ts'
import { orNull, type StoredRow } from './declare-collection.ts'

const queueColumns = {
  workspace: 'text',
  /**
   * When the next round of the endpoint is due; null if there is nothing to send. Code that makes a
   * delivery due may change this time, even while a worker has the lease of the queue.
   */
  due_at: orNull('integer'),
  /** The fencing token of the lease; empty without one. It begins with the time when the lease ends. */
  lease: 'text',
  /** How many attempts may run at a time: 1 at first, and more while attempts end quickly. */
  places: 'integer',
} as const

/**
 * The queues of endpoints: one narrow row for each endpoint, with the endpoint's id. A worker finds the
 * endpoints with due deliveries here, without reading the deliveries.
 */
export const endpointQueues = collection<typeof queueColumns, null>({
  name: 'webhook_lanes',
  columns: queueColumns,
  indexes: [
    { name: 'webhook_lanes_due', on: ['due_at', 'workspace'] },
    { name: 'webhook_lanes_workspace', on: ['workspace', 'due_at'] },
  ],
  retention: 'until deleted',
  fields: {},
})

export type StoredEndpointQueue = StoredRow<typeof queueColumns, null>
