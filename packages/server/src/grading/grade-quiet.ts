import { commitChange } from '../commit-change.ts'
import { gradeOps } from '../record/conversations.ts'
import { conversations, toConversation } from '../records/conversation.ts'
import { readTranscript } from '../records/message.ts'
import type { Services } from '../services.ts'
import { defineStep } from '../webhooks/step.ts'

const leaseMs = 120_000

/** Grades conversations that have been quiet for long enough. */
export const gradeStep = defineStep({
  collection: conversations,
  leaseMs,
  concurrency: 4,
  async work(services, claimed, token) {
    const { store, grader } = services
    const messages = await readTranscript(store, claimed.id)
    const spoken = messages.some(({ role }) => role === 'user')
    const evaluation = spoken
      ? await withinLease(services, (signal) =>
          grader.grade({
            conversation: toConversation(claimed, { names: false }),
            messages,
            signal,
          }),
        )
      : null
    await commitChange(services, claimed.keys.workspace, async (at) => {
      const row = await conversations.get(store, claimed.id)
      // A message that arrives meanwhile takes the lease away, and puts the grading off.
      if (row?.keys.lease !== token) return { ops: [], reply: null }
      const over = conversations.patch(
        row.id,
        { set: { due_at: null, lease: null } },
        { ifRev: row.rev },
      )
      const ops = evaluation ? await gradeOps(services, row, evaluation, at) : [over]
      return { ops, reply: null }
    })
  },
})

async function withinLease<T>(
  { clock }: Services,
  work: (signal: AbortSignal) => Promise<T> | T,
): Promise<T> {
  const controller = new AbortController()
  const cancel = clock.after(leaseMs, () =>
    controller.abort(new Error('The grading took too long.')),
  )
  try {
    return await work(controller.signal)
  } finally {
    cancel()
  }
}
