import { equals } from '../collections/collection.ts'
import { lanes, type StoredLane } from '../collections/webhook-lane.ts'
import type { Store, WriteOp } from '../store/index.ts'

/** An endpoint that something is due for. */
export interface Recipient {
  readonly workspace: string
  readonly endpoint: string
}

/**
 * The writes that give endpoints their turn. They belong into the commit that makes deliveries due
 * at `at`, and fail it when a worker takes or gives back a lane meanwhile: build it again then.
 */
export async function wakeLanes(
  store: Store,
  recipients: readonly Recipient[],
  at: number,
): Promise<WriteOp[]> {
  const workspaces = new Map(recipients.map(({ endpoint, workspace }) => [endpoint, workspace]))
  const rows = await lanes.getMany(store, [...workspaces.keys()])
  return [...workspaces].map(([endpoint, workspace]) => {
    const lane = rows.get(endpoint)
    if (lane) return wake(lane, at)
    return lanes.insert(endpoint, { workspace, due_at: at, lease: null, places: 1 }, null)
  })
}

function wake({ id, keys: { lease, due_at } }: StoredLane, at: number): WriteOp {
  // The worker that holds it sees by the revision that it has to look again.
  if (lease !== null) return lanes.patch(id, {}, { when: [equals('lease', lease)] })
  const set = { due_at: Math.min(at, due_at) }
  return lanes.patch(id, { set }, { when: [{ key: 'lease', op: 'isNull', value: true }] })
}
