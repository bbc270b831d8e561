import { toTimestamp } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { counters, sessionCounterId } from '../collections/counter.ts'
import type { Context } from '../commit/commit-context.ts'
import { Failure } from '../errors/failure.ts'

/** The writes that count a chat session against the monthly allowance. */
export async function countSession(context: Context, at: number): Promise<WriteOp[]> {
  const workspace = context.workspace.id
  const allowance = context.plans[context.workspace.data.plan].chat_sessions_per_month ?? 0
  const id = sessionCounterId(at)
  const counter = await counters.get(context.store, workspace, id)
  if ((counter?.columns.value ?? 0) >= allowance) {
    context.reportLimit(context, { name: 'chat_sessions_per_month', limit: allowance })
    const resetAt = nextMonth(at)
    const seconds = Math.ceil((resetAt - at) / 1_000)
    const used = `The ${allowance} chat sessions per month of the plan ${context.workspace.data.plan} are used up.`
    const detail = `${used} Wait until ${toTimestamp(resetAt)}.`
    throw new Failure('quota_exceeded', detail, { headers: { 'Retry-After': String(seconds) } })
  }
  return [
    counters.insert(id, { workspace, value: 0 }, null, 'ignore'),
    counters.patch(
      workspace,
      id,
      { add: { value: 1 } },
      { when: [{ column: 'value', op: 'lt', value: allowance }] },
    ),
  ]
}

function nextMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
