import { counters, sessionCounterId } from '../collections/counter.ts'
import { toWorkspace } from '../collections/workspace.ts'
import type { Handlers } from './handler-types.ts'

export const workspace: Handlers['workspace'] = {
  async get(_input, { workspace: row, store, clock, plans }) {
    const counter = await counters.get(store, row.id, sessionCounterId(clock.now()))
    return toWorkspace(row, plans[row.data.plan], counter?.columns.value ?? 0)
  },
}
