import { Evaluation } from '@doorkit/models'
import { conversations, toConversation } from '../../collections/conversation.ts'
import { readTranscript } from '../../collections/message.ts'
import { commitChange } from '../../commit/commit-change.ts'
import { check } from '../../errors/check-input.ts'
import { mostGradings } from '../../limits/bounds.ts'
import { withinTime } from '../../ports/time-limit.ts'
import { defineStep } from '../../worker/step.ts'
import { evaluationChange } from './evaluation-change.ts'

const longestGradingMs = 120_000
// Longer than a grading can take, so that the lease of a live worker does not end first.
const leaseMs = longestGradingMs + 30_000

/** Grades conversations that have been quiet for `quietMs`. */
export const gradeStep = defineStep({
  collection: conversations,
  leaseMs,
  concurrency: mostGradings,
  isFair: true,
  delayMs: ({ quietMs }) => quietMs,
  async work(services, claimed, { token }) {
    const { store, grader, clock } = services
    const { workspace } = claimed.columns
    const messages = await readTranscript(store, workspace, claimed.id)
    const hasQuestion = messages.some(({ role }) => role === 'user')
    const conversation = toConversation(claimed, { showsNames: false })
    const late = () => new Error('The grader took too long.')
    const limit = { clock, limitMs: longestGradingMs, late }
    const evaluation = hasQuestion
      ? check(
          Evaluation,
          await withinTime(limit, (signal) => grader.grade({ conversation, messages, signal })),
        )
      : null
    return commitChange(services, workspace, async (at) => {
      const row = await conversations.get(store, workspace, claimed.id)
      // A new message clears the lease, which postpones the grading.
      if (row?.columns.lease !== token) return { ops: [], reply: 0 }
      if (evaluation) {
        return { ops: (await evaluationChange(services, row, evaluation, at)).ops, reply: 1 }
      }
      const ungraded = conversations.edit(row, { set: { due_at: null, lease: null } })
      return { ops: [ungraded], reply: 0 }
    })
  },
})
