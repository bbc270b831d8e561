import type { WriteOp } from '@doorkit/store'
import { endpointQueues } from '../collections/endpoint-queue.ts'
import type { EventForEndpoint } from './emit-events.ts'

/**
 * The writes that make endpoint queues due at `at`. Put them at the end of the commit that makes the
 * deliveries due. They make the commit fail only if an endpoint was deleted. A worker that has the lease
 * of a queue sees from the revision of the queue that there is more to send.
 */
export function wakeQueues(
  recipients: readonly Pick<EventForEndpoint, 'workspace' | 'endpoint'>[],
  at: number,
): WriteOp[] {
  // The queues are sorted, so that two commits with the same queues never deadlock.
  return [...new Map(recipients.map((recipient) => [recipient.endpoint, recipient])).values()]
    .sort((left, right) => (left.endpoint < right.endpoint ? -1 : 1))
    .map(({ workspace, endpoint }) =>
      endpointQueues.patch(workspace, endpoint, { set: { due_at: at } }),
    )
}
