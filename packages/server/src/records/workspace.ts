import {
  type Id,
  limits,
  type Plan,
  planLimits,
  toTimestamp,
  type Workspace,
} from '@doorkit/models'
import type { AgentSettings } from './agent-settings.ts'
import { collection, type Stored } from './record.ts'

/**
 * Whether a workspace has paid its way; set by the host. `card_required` refuses every call,
 * `free_meetings_used` refuses the chat API.
 */
export type BillingState = 'active' | 'card_required' | 'free_meetings_used'

export interface WorkspaceData {
  readonly name: string
  readonly website: string
  readonly plan: Plan
  readonly mode: 'live' | 'test'
  readonly timezone: string
  readonly billing: BillingState
  readonly agent: AgentSettings
}

/** Workspaces, with the numbers that guard their limits. */
export const workspaces = collection<
  { created_at: number; active_keys: number; endpoints: number },
  WorkspaceData
>({
  name: 'workspaces',
  keys: { created_at: 'integer', active_keys: 'integer', endpoints: 'integer' },
  indexes: [{ name: 'workspaces_created', on: ['created_at'] }],
})
export const workspacePlan = workspaces.plan

export type StoredWorkspace = Stored<
  { created_at: number; active_keys: number; endpoints: number },
  WorkspaceData
>

/** The wire's form of a workspace. */
export function toWorkspace(row: StoredWorkspace, sessionsThisMonth: number): Workspace {
  const { name, website, plan, mode, timezone } = row.data
  return {
    id: row.id as Id<'workspace'>,
    object: 'workspace',
    name,
    website,
    plan,
    mode,
    timezone,
    limits: {
      ...planLimits[plan],
      webhook_endpoints: limits.webhookEndpoints,
      chat_buttons: limits.chatButtons,
    },
    usage: { chat_sessions_this_month: sessionsThisMonth },
    created_at: toTimestamp(row.keys.created_at),
  }
}
