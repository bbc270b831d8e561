import { conversations } from '../collections/conversation.ts'
import { handoffs } from '../collections/handoff.ts'
import { commitChange } from '../commit/commit-change.ts'
import { defineStep } from '../worker/step.ts'
import { giveBack } from './give-back.ts'

const leaseMs = 30_000
const concurrency = 8

/** Gives conversations in which no person answered in time back to the agent. */
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
      // The lease is gone if a person answered, joined or left in time.
      if (!row || handoff?.keys.lease !== token) return { ops: [], reply: null }
      return { ops: (await giveBack(services, row, at)).ops, reply: null }
    })
  },
})
