import { counters, sessionCounterId } from '../records/counter.ts'
import { toWorkspace } from '../records/workspace.ts'
import type { Handlers } from './handler.ts'

export const workspace: Handlers['workspace'] = {
  async get(_input, { workspace: row, store, clock }) {
    const counter = await counters.get(store, sessionCounterId(row.id, clock.now()))
    return toWorkspace(row, counter?.keys.value ?? 0)
  },
}
