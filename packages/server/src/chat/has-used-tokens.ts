import { readUsageDays } from '../collections/usage-day.ts'
import type { StoredWorkspace } from '../collections/workspace.ts'
import type { Services } from '../services/services.ts'
import { firstOfMonth, localDay } from '../values/local-day.ts'

/** Whether the agent of a workspace has used its tokens of the month (UTC), in any process. */
export async function hasUsedTokens(
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
