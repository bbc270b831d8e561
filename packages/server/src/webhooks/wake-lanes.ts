import { equals } from '../collections/collection.ts'
import { lanes, type StoredLane } from '../collections/webhook-lane.ts'
import type { Store, WriteOp } from '../store/index.ts'

/**
 * The writes that give endpoints of a workspace their turn. They belong into the commit that makes deliveries due
 * at `at`, and fail it when a worker takes or gives back a lane meanwhile: build it again then.
 */
export async function wakeLanes(
  store: Store,
  workspace: string,
  recipients: readonly string[],
  at: number,
): Promise<WriteOp[]> {
  const distinct = [...new Set(recipients)]
  const rows = await lanes.getMany(store, workspace, distinct)
  return distinct.map((endpoint) => {
    const lane = rows.get(endpoint)
    if (lane) return wake(lane, at)
    return lanes.insert(endpoint, { workspace, due_at: at, lease: null, places: 1 }, null)
  })
}

function wake({ id, keys: { workspace, lease, due_at } }: StoredLane, at: number): WriteOp {
  // The worker that holds it sees by the revision that it has to look again.
  if (lease !== null) return lanes.patch(workspace, id, {}, { when: [equals('lease', lease)] })
  const set = { due_at: Math.min(at, due_at) }
  return lanes.patch(
    workspace,
    id,
    { set },
    { when: [{ key: 'lease', op: 'isNull', value: true }] },
  )
}
