import type { WriteOp } from '@doorkit/store'
import { endpointQueues } from '../collections/endpoint-queue.ts'

/** An endpoint that something is due for. */
export interface Recipient {
  readonly workspace: string
  readonly endpoint: string
}

/**
 * The writes that give endpoints their turn. They belong at the end of the commit that makes
 * deliveries due at `at`. They ask for nothing but that the endpoint is still there: a worker that
 * gives a queue back sees by its revision that there is more to do.
 */
export function wakeQueues(recipients: readonly Recipient[], at: number): WriteOp[] {
  // In one order everywhere: two commits that want the same queues do not wait for each other.
  return [...new Map(recipients.map((recipient) => [recipient.endpoint, recipient])).values()]
    .sort((left, right) => (left.endpoint < right.endpoint ? -1 : 1))
    .map(({ workspace, endpoint }) =>
      endpointQueues.patch(workspace, endpoint, { set: { due_at: at } }),
    )
}
