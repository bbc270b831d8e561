import { hash } from 'node:crypto'
import { createDoorkit, manualClock, type People, type Recorder } from '@doorkit/server'
import {
  buildPayload,
  createIds,
  events,
  type StoredWorkspace,
  schemaPlan,
  workspaces,
} from '@doorkit/server/internal'
import { memoryStore, type Store, type WriteOp } from '@doorkit/store'
import { createCountingStore } from './counting-store.ts'

/** Something that happens in the demo. */
export interface Action {
  /** Milliseconds since the epoch. Actions with the same time run a millisecond apart. */
  readonly at: number
  run(): Promise<unknown>
  /** Whether the action can write events. Their payloads are then built immediately. Default false. */
  readonly writesEvents?: boolean
}

/** A kit in memory with a clock of its own, in which the history of a workspace is simulated. */
export interface Simulation {
  readonly workspace: string
  readonly store: Store
  readonly record: Recorder
  readonly people: People
  readonly makeId: ReturnType<typeof createIds>
  /** Sends a request to the API. The default of `method` is POST. */
  call<Answer = { readonly id: string }>(
    path: string,
    body?: object,
    method?: 'POST' | 'PATCH',
  ): Promise<Answer>
  /** Runs all actions in the order of their times. */
  run(actions: readonly Action[]): Promise<void>
  /** Makes the writes that store the counts. Writes of one group belong in one commit. */
  counts(): WriteOp[][]
}

/** Starts the simulation of a workspace. The same actions always make the same rows and ids. */
export async function startSimulation(
  { id, columns, data }: StoredWorkspace,
  begin: number,
): Promise<Simulation> {
  let calls = 0
  const bytes = (length: number) => hash('sha256', `${id} ${calls++}`, 'buffer').subarray(0, length)
  const clock = manualClock(begin)
  const { store, groups: counts } = createCountingStore(memoryStore())
  await store.migrate(schemaPlan)
  // The simulated workspace has the largest plan and no counts, so that its limits refuse nothing.
  const noCounts = { active_keys: 0, endpoints: 0, chat_buttons: 0 }
  const largestPlan = { ...data, plan: 'apex', billing: 'active' } as const
  await store.commit([workspaces.insert(id, { ...columns, ...noCounts }, largestPlan)])
  const resolve = async () => ['93.184.216.34']
  const doorkit = createDoorkit({ store, clock, resolve }, bytes)
  const owner = { workspace: id, name: 'Demo', access: 'full_access' } as const
  const { secret } = await doorkit.keys.create(owner)
  return {
    workspace: id,
    store,
    record: doorkit.record(id),
    people: doorkit.people(id),
    makeId: createIds(clock.now, bytes),
    async call<Answer>(path: string, body: object = {}, method = 'POST') {
      const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
      const init = { method, headers, body: JSON.stringify(body) }
      const answer = await doorkit.fetch(`http://localhost/v1${path}`, init)
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()) as Answer
    },
    async run(actions) {
      for (const action of actions.toSorted((one, other) => one.at - other.at)) {
        clock.advance(Math.max(1, action.at - clock.now()))
        await action.run()
        if (action.writesEvents) await buildPayloads(store)
      }
      await buildPayloads(store)
    },
    counts,
  }
}

/** Builds the payloads of the new events. */
async function buildPayloads(store: Store): Promise<void> {
  const due = { index: 'events_due', where: [], dir: 'asc', limit: 100 } as const
  for (const row of await events.list(store, due)) {
    const payload = JSON.stringify(await buildPayload(store, row))
    await store.commit([
      events.edit(row, { set: { due_at: null }, data: { ...row.data, payload } }),
    ])
  }
}
