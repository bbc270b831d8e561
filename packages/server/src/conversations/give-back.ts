import { equals } from '../collections/collection.ts'
import { conversations, type StoredConversation, teamOf } from '../collections/conversation.ts'
import { handoffs } from '../collections/handoff.ts'
import { type StoredWorkspace, workspaces } from '../collections/workspace.ts'
import { commitChange } from '../commit/commit-change.ts'
import type { Services } from '../services/services.ts'
import { defineStep } from '../worker/step.ts'
import { addMessages, changeConversation } from './change-conversation.ts'
import { moveTeam, teamHours } from './team-state.ts'

/**
 * The writes that give a conversation back to the agent, with an apology to the visitor. There are none
 * if the agent already answers.
 */
export async function giveBack(services: Services, row: StoredConversation, at: number) {
  const move = await moveTeam(services, row, 'giveBack', at)
  if (!move) return { ops: [] }
  const id = services.makeId('message')
  const text = services.apology
  const apology = addMessages(services, row, [{ id, at, role: 'assistant', text, tools: [] }])
  return changeConversation(services, row, [apology, move], at)
}

const leaseMs = 30_000

/** Gives a conversation back to the agent if no person answered in time. */
export const giveBackStep = defineStep({
  collection: handoffs,
  leaseMs,
  concurrency: 8,
  isFair: true,
  delayMs: ({ unansweredMs }) => unansweredMs ?? leaseMs,
  async work(services, { id, columns: { workspace } }, { token }) {
    const { store } = services
    return commitChange(services, workspace, async (at) => {
      const [row, handoff, workspaceRow] = await Promise.all([
        conversations.get(store, workspace, id),
        handoffs.get(store, workspace, id),
        workspaces.get(store, workspace),
      ])
      // The lease is gone if a person answered, joined or left in time.
      if (!row || !workspaceRow || handoff?.columns.lease !== token) return { ops: [], reply: 0 }
      const due_at = waitEndsAt(services, workspaceRow, row)
      if (due_at !== null && due_at <= at) {
        return { ops: (await giveBack(services, row, at)).ops, reply: 1 }
      }
      const guard = { when: [equals('lease', token)] }
      const later = handoffs.patch(workspace, id, { set: { due_at, lease: null } }, guard)
      return { ops: [later], reply: 0 }
    })
  },
})

/**
 * When the wait for a person ends. If nobody has joined and the wait began outside the team's hours, the
 * time counts from the start of the next shift. Null if the visitor does not wait, the wait has no
 * limit, or no shift follows.
 */
function waitEndsAt(
  services: Services,
  workspace: StoredWorkspace,
  row: StoredConversation,
): number | null {
  const { state, unanswered_since: since } = teamOf(row)
  const { unansweredMs } = services
  if (since === null || unansweredMs === null) return null
  const hours = state === 'waiting' ? teamHours(services, workspace, since) : null
  if (!hours || hours.open) return since + unansweredMs
  return hours.opensAt === null ? null : Date.parse(hours.opensAt) + unansweredMs
}
