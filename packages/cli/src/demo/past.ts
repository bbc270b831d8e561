import { hash } from 'node:crypto'
import { manualClock, type Recorder } from '@doorkit/server'
import {
  assembleDoorkit,
  buildPayload,
  createIds,
  events,
  type StoredWorkspace,
  schemaPlan,
  workspaces,
} from '@doorkit/server/internal'
import { memoryStore, type Store, type WriteOp } from '@doorkit/server/store'
import { createTally } from './tally.ts'

/** Something that happens in the demo. */
export interface Act {
  /** Milliseconds since the epoch. Of several at one moment, each happens a millisecond later. */
  readonly at: number
  run(): Promise<unknown>
  /** Whether it may leave events behind, whose payloads show everything as it is then. Default false. */
  readonly tells?: boolean
}

/** A kit in memory, where the past of a workspace happens by a clock of its own. */
export interface Past {
  readonly workspace: string
  readonly store: Store
  readonly record: Recorder
  readonly makeId: ReturnType<typeof createIds>
  /** Calls an operation of the API by POST. */
  call<Answer = { readonly id: string }>(path: string, body?: object): Promise<Answer>
  /** Lets everything happen in its order. */
  happen(acts: readonly Act[]): Promise<void>
  /** The writes that add what was counted, in groups that belong together. */
  counts(): WriteOp[][]
}

/** Opens the past of a workspace. The same acts in it give the same rows, ids included. */
export async function openPast({ id, keys, data }: StoredWorkspace, begin: number): Promise<Past> {
  let asked = 0
  const bytes = (length: number) => hash('sha256', `${id} ${asked++}`, 'buffer').subarray(0, length)
  const clock = manualClock(begin)
  const { store, groups: counts } = createTally(memoryStore())
  await store.migrate(schemaPlan)
  // Nothing that the workspace is or has stands in the way of its past.
  const none = { active_keys: 0, endpoints: 0, chat_buttons: 0 }
  const unlimited = { ...data, plan: 'apex', billing: 'active' } as const
  await store.commit([workspaces.insert(id, { ...keys, ...none }, unlimited)])
  const resolve = async () => ['93.184.216.34']
  const doorkit = assembleDoorkit({ store, clock, resolve }, bytes)
  const owner = { workspace: id, name: 'Demonstration', access: 'full_access' } as const
  const { secret } = await doorkit.keys.create(owner)
  return {
    workspace: id,
    store,
    record: doorkit.record(id),
    makeId: createIds(clock.now, bytes),
    async call<Answer>(path: string, body: object = {}) {
      const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await doorkit.fetch(`http://localhost/v1${path}`, init)
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as Answer
    },
    async happen(acts) {
      for (const act of acts.toSorted((one, other) => one.at - other.at)) {
        clock.advance(Math.max(1, act.at - clock.now()))
        await act.run()
        if (act.tells) await tell(store)
      }
      await tell(store)
    },
    counts,
  }
}

/** Builds the payloads of the events that there are by now. */
async function tell(store: Store): Promise<void> {
  const due = { index: 'events_due', where: [], dir: 'asc', limit: 100 } as const
  for (const row of await events.list(store, due)) {
    const payload = JSON.stringify(await buildPayload(store, row))
    await store.commit([
      events.edit(row, { set: { due_at: null }, data: { ...row.data, payload } }),
    ])
  }
}
