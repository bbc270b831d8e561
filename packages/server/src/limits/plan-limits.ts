import {
  limits,
  type Plan,
  planLimits,
  planNames,
  unlimited,
  type Workspace,
} from '@doorkit/models'
import * as z from 'zod'
import { check } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import { overlay } from '../values/overlay-changes.ts'

type PlanLimits = Workspace['limits']

export type PlanTable = Readonly<Record<Plan, PlanLimits>>

/**
 * The plan limits that a host changes. All others are the contract's. `unlimited` can replace one limit,
 * all limits of a plan, or all limits of all plans. For endpoints and buttons it means the largest
 * number that a host can set.
 */
export type PlanOverrides =
  | 'unlimited'
  | {
      readonly [P in Plan]?:
        | 'unlimited'
        | { readonly [L in keyof PlanLimits]?: PlanLimits[L] | 'unlimited' | undefined }
        | undefined
    }

const most = {
  requests_per_minute: unlimited,
  heavy_requests_per_minute: unlimited,
  chat_sessions_per_month: unlimited,
  // All endpoints of a workspace are read for each new event, and one answer lists all its buttons.
  webhook_endpoints: 100,
  chat_buttons: 1_000,
} satisfies PlanLimits

const allUnlimited = Object.fromEntries(Object.keys(most).map((name) => [name, 'unlimited']))

/** Makes the schema of a limit. It converts `unlimited` to a number. */
function limit(name: keyof PlanLimits, min: number) {
  const max = Math.min(most[name], 1_000_000_000)
  const error = `Give a whole number from ${min} to ${max.toLocaleString('en')}, or "unlimited".`
  return z
    .union([z.literal('unlimited'), z.int().min(min, error).max(max, error)], { error })
    .transform((value) => (value === 'unlimited' ? most[name] : value))
}

const Limits = z
  .strictObject(
    {
      requests_per_minute: limit('requests_per_minute', 1),
      heavy_requests_per_minute: limit('heavy_requests_per_minute', 1),
      chat_sessions_per_month: limit('chat_sessions_per_month', 0).nullable(),
      webhook_endpoints: limit('webhook_endpoints', 0),
      chat_buttons: limit('chat_buttons', 0),
    },
    { error: unknownOr('Give the limits of the plan, or "unlimited".', Object.keys(most)) },
  )
  .partial()

const limitsByPlan = Object.fromEntries(
  planNames.map((plan) => [plan, Limits.optional()]),
) as Record<Plan, z.ZodOptional<typeof Limits>>

const Plans = z.strictObject({
  plans: z.strictObject(limitsByPlan, {
    error: unknownOr('Give the limits by plan, or "unlimited".', planNames),
  }),
})

/** The error for an object with an unknown member name, or for a value that is not an object. */
function unknownOr(otherwise: string, known: readonly string[]) {
  return ({ code }: { readonly code?: string | undefined }) =>
    code === 'unrecognized_keys' ? `There is no such name: use ${known.join(', ')}.` : otherwise
}

/** Replaces `unlimited` for a plan, or for all plans, with `unlimited` for each limit. */
function spellOut(plans: unknown): unknown {
  const ofPlan = (limits: unknown) => (limits === 'unlimited' ? allUnlimited : limits)
  if (plans === 'unlimited')
    return Object.fromEntries(planNames.map((plan) => [plan, allUnlimited]))
  if (typeof plans !== 'object' || plans === null || Array.isArray(plans)) return plans
  return Object.fromEntries(Object.entries(plans).map(([plan, limits]) => [plan, ofPlan(limits)]))
}

/**
 * The limits of every plan: the contract's (docs/api.md#rate-limits), with the overrides of a host.
 *
 * @throws KitError `invalid_input`, naming the part that cannot be used.
 */
export function planTable(overrides: PlanOverrides = {}): PlanTable {
  const { plans } = check(Plans, { plans: spellOut(overrides) })
  const rows = planNames.map((plan): [Plan, PlanLimits] => {
    const contract: PlanLimits = {
      ...planLimits[plan],
      webhook_endpoints: limits.webhookEndpoints,
      chat_buttons: limits.chatButtons,
    }
    return [plan, overlay(contract, plans[plan] ?? {})]
  })
  return Object.fromEntries(rows) as Record<Plan, PlanLimits>
}

/**
 * Reads the option `plans` from the text of a JSON file, such as `{"apex":{"chat_buttons":50}}` or
 * `"unlimited"`.
 *
 * @throws KitError `invalid_input`, naming the part that cannot be used.
 */
export function parsePlans(text: string): PlanOverrides {
  let plans: PlanOverrides
  try {
    plans = JSON.parse(text) as PlanOverrides
  } catch {
    throw new KitError('invalid_input', 'plans: The text is not JSON.', { param: 'plans' })
  }
  planTable(plans)
  return plans
}
