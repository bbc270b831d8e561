import { limits } from '@doorkit/models'
import * as z from 'zod'
import { check } from '../errors/check-input.ts'
import type { TokenAllowance } from '../ports/token-allowance.ts'

const longestMs = limits.chatTurnSeconds * 1_000

const time = `Give a whole number of milliseconds from 1 to ${longestMs.toLocaleString('en')}.`
const tokens = 'Give a number from 0, Infinity, or a function that returns such a number.'

const Time = z.int(time).min(1, time).max(longestMs, time).optional()
const TurnLimits = z.object({
  turnTimeoutMs: Time,
  firstWordTimeoutMs: Time,
  tokensPerMonth: z
    .custom(
      (value) => typeof value === 'function' || (typeof value === 'number' && value >= 0),
      tokens,
    )
    .optional(),
})

/**
 * Checks the limits that a host sets for the agent's turns.
 *
 * @throws KitError `invalid_input`, with the unusable option as its `param`.
 */
export function checkTurnLimits({
  turnTimeoutMs,
  firstWordTimeoutMs,
  tokensPerMonth,
}: {
  readonly turnTimeoutMs?: number | undefined
  readonly firstWordTimeoutMs?: number | undefined
  readonly tokensPerMonth?: TokenAllowance | undefined
}): void {
  check(TurnLimits, { turnTimeoutMs, firstWordTimeoutMs, tokensPerMonth })
}
