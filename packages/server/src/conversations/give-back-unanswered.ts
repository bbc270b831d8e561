import { conversations } from '../collections/conversation.ts'
import { handoffs } from '../collections/handoff.ts'
import { commitChange } from '../commit/commit-change.ts'
import { defineStep } from '../worker/step.ts'
import { giveBack } from './give-back.ts'

const leaseMs = 30_000
const concurrency = 8

/** Gives conversations back to the agent in which no person answered in time. */
export const giveBackStep = defineStep({
  collection: handoffs,
  leaseMs,
  concurrency,
  isFair: true,
  delayMs: ({ unansweredMs }) => unansweredMs ?? leaseMs,
  async work(services, { id, keys: { workspace } }, { token }) {
    const { store } = services
    await commitChange(services, workspace, async (at) => {
      const [row, handoff] = await Promise.all([
        conversations.get(store, workspace, id),
        handoffs.get(store, workspace, id),
      ])
      // A person who answered, joined or left in time has cleared the lease.
      if (!row || handoff?.keys.lease !== token) return { ops: [], reply: null }
      return { ops: (await giveBack(services, row, at)).ops, reply: null }
    })
  },
})
