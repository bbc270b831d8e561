import { limits, type Plan, planLimits, planNames, type Workspace } from '@doorkit/models'
import * as z from 'zod'
import { overlay } from '../collections/apply-changes.ts'
import { check } from '../errors/check-input.ts'

/** The limits of a plan. */
export type PlanTable = Readonly<Record<Plan, Workspace['limits']>>

/** The limits of plans that a host changes; the rest is as in the contract. */
export type PlanOverrides = {
  readonly [P in Plan]?:
    | { readonly [L in keyof Workspace['limits']]?: Workspace['limits'][L] | undefined }
    | undefined
}

const atMost = z.int().min(0).max(1_000_000_000)

const Limits = z
  .strictObject({
    requests_per_minute: atMost.min(1),
    heavy_requests_per_minute: atMost.min(1),
    chat_sessions_per_month: atMost.nullable(),
    // Every event asks for all endpoints of its workspace, and the list of buttons is one page.
    webhook_endpoints: atMost.max(100),
    chat_buttons: atMost.max(1_000),
  })
  .partial()

const Plans = z.strictObject({ plans: z.partialRecord(z.enum(planNames), Limits) })

/**
 * The table of the contract (docs/api.md#rate-limits), with what a host changes.
 *
 * @throws KitError `invalid_input`, naming the limit.
 */
export function planTable(overrides: PlanOverrides = {}): PlanTable {
  const { plans } = check(Plans, { plans: overrides })
  const rows = planNames.map((plan): [Plan, Workspace['limits']] => {
    const contract: Workspace['limits'] = {
      ...planLimits[plan],
      webhook_endpoints: limits.webhookEndpoints,
      chat_buttons: limits.chatButtons,
    }
    return [plan, overlay(contract, plans[plan] ?? {})]
  })
  return Object.fromEntries(rows) as Record<Plan, Workspace['limits']>
}
