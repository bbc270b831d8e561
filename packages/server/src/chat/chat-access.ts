import { toTimestamp } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { addOps, type Guard } from '../collections/collection.ts'
import { counters, sessionCounterId } from '../collections/counter.ts'
import { readUsageDays } from '../collections/usage-day.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'
import type { Context } from '../commit/request-context.ts'
import { Failure } from '../errors/failure.ts'
import type { Services } from '../services/services.ts'
import { firstOfMonth, localDay } from '../values/local-days.ts'

/** Refuses the chat API if the plan or the billing excludes it (docs/api.md#billing). */
export function checkChatApi({ data }: StoredWorkspace, plans: Services['plans']): void {
  if (plans[data.plan].chat_sessions_per_month === null) {
    const detail = `The chat API is not part of the plan ${data.plan}. Change the plan to use it.`
    throw new Failure('feature_disabled', detail)
  }
  if (data.billing === 'free_meetings_used') {
    const detail = "The plan's free meetings are used up. Add a card to the workspace to continue."
    throw new Failure('payment_required', detail)
  }
}

/** Refuses messages while the agent is switched off. */
export function checkChatLive({ data }: StoredWorkspace): void {
  if (data.agent.live) return
  throw new Failure('conflict', 'The chat is switched off. Switch it on, then try again.')
}

/** The writes that count a chat session against the monthly allowance. */
export async function countSession(context: Context, at: number): Promise<WriteOp[]> {
  const workspace = context.workspace.id
  const allowance = context.plans[context.workspace.data.plan].chat_sessions_per_month ?? 0
  const id = sessionCounterId(at)
  const counter = await counters.get(context.store, workspace, id)
  if ((counter?.columns.value ?? 0) >= allowance) {
    context.reportLimit(context, { name: 'chat_sessions_per_month', limit: allowance })
    const now = new Date(at)
    const resetAt = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    const seconds = Math.ceil((resetAt - at) / 1_000)
    const used = `The chat sessions per month of the plan ${context.workspace.data.plan} are used up (limit: ${allowance}).`
    const detail = `${used} Wait until ${toTimestamp(resetAt)}.`
    throw new Failure('quota_exceeded', detail, { headers: { 'Retry-After': String(seconds) } })
  }
  const guard: Guard = { when: [{ column: 'value', op: 'lt', value: allowance }] }
  return addOps(counters, id, { workspace, value: 0 }, { value: 1 }, guard)
}

/**
 * Whether the agent of a workspace has used up its tokens of the month (UTC). The tokens that it used in
 * other processes count, too.
 */
export async function hasUsedUpTokens(
  { store, clock, tokensPerMonth }: Pick<Services, 'store' | 'clock' | 'tokensPerMonth'>,
  { id, data: { name, plan } }: StoredWorkspace,
): Promise<boolean> {
  if (tokensPerMonth === undefined) return false
  const allowed =
    typeof tokensPerMonth === 'function' ? await tokensPerMonth({ id, name, plan }) : tokensPerMonth
  if (allowed === Number.POSITIVE_INFINITY) return false
  const today = localDay(clock.now(), 'UTC')
  const days = await readUsageDays(store, id, firstOfMonth(today), today)
  const used = days.reduce(
    (sum, { columns }) => sum + columns.input_tokens + columns.output_tokens,
    0,
  )
  // If the host's function returns NaN, the workspace may use no tokens.
  return !(used < allowed)
}
