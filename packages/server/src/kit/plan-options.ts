import {
  limits,
  type Plan,
  planLimits,
  planNames,
  unlimited,
  type Workspace,
} from '@doorkit/models'
import * as z from 'zod'
import { overlay } from '../collections/apply-changes.ts'
import { check } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'

type PlanLimits = Workspace['limits']

/** The limits of a plan. */
export type PlanTable = Readonly<Record<Plan, PlanLimits>>

/**
 * The limits of plans that a host changes; the rest is as in the contract. `unlimited` stands for
 * one limit, all of a plan, or all of every plan; of endpoints and buttons it gives the most that a
 * host can give.
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
  // Every event asks for all endpoints of its workspace, and the list of buttons is one page.
  webhook_endpoints: 100,
  chat_buttons: 1_000,
} satisfies PlanLimits

const everything = Object.fromEntries(Object.keys(most).map((name) => [name, 'unlimited']))

/** A limit of a plan, as a number. */
function limit(name: keyof PlanLimits, min: number) {
  const max = Math.min(most[name], 1_000_000_000)
  const error = `Give a whole number from ${min} to ${max.toLocaleString('en')}, or "unlimited".`
  return z
    .union([z.literal('unlimited'), z.int().min(min, error).max(max, error)], { error })
    .transform((given) => (given === 'unlimited' ? most[name] : given))
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

const names = Object.fromEntries(planNames.map((plan) => [plan, Limits.optional()])) as Record<
  Plan,
  z.ZodOptional<typeof Limits>
>

const Plans = z.strictObject({
  plans: z.strictObject(names, {
    error: unknownOr('Give the limits by plan, or "unlimited".', planNames),
  }),
})

/** What is wrong with an object: a name that it does not have, or that it is not an object. */
function unknownOr(otherwise: string, known: readonly string[]) {
  return ({ code }: { readonly code?: string | undefined }) =>
    code === 'unrecognized_keys' ? `There is no such name: use ${known.join(', ')}.` : otherwise
}

/** `unlimited` as the limits that it stands for. */
function spelledOut(plans: unknown): unknown {
  const ofPlan = (given: unknown) => (given === 'unlimited' ? everything : given)
  if (plans === 'unlimited') return Object.fromEntries(planNames.map((plan) => [plan, everything]))
  if (typeof plans !== 'object' || plans === null || Array.isArray(plans)) return plans
  return Object.fromEntries(Object.entries(plans).map(([plan, given]) => [plan, ofPlan(given)]))
}

/**
 * The table of the contract (docs/api.md#rate-limits), with what a host changes.
 *
 * @throws KitError `invalid_input`, naming the limit.
 */
export function planTable(overrides: PlanOverrides = {}): PlanTable {
  const { plans } = check(Plans, { plans: spelledOut(overrides) })
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
 * @throws KitError `invalid_input`, naming the limit that is not usable.
 */
export function parsePlans(text: string): PlanOverrides {
  let plans: PlanOverrides
  try {
    plans = JSON.parse(text) as PlanOverrides
  } catch {
    throw new KitError('invalid_input', 'plans: This is not JSON.', { param: 'plans' })
  }
  planTable(plans)
  return plans
}
