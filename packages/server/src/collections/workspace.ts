import { type Id, toTimestamp, type Workspace } from '@doorkit/models'
import type { AgentSettings } from './agent-settings.ts'
import { directory, type TypedRow } from './collection.ts'
import { type ColumnsOf, plain } from './declaration.ts'

/**
 * Whether a workspace has paid its way; set by the host. `card_required` refuses every call,
 * `free_meetings_used` refuses the chat API.
 */
export type BillingState = 'active' | 'card_required' | 'free_meetings_used'

export interface WorkspaceData
  extends Readonly<Pick<Workspace, 'name' | 'website' | 'plan' | 'mode' | 'timezone'>> {
  readonly billing: BillingState
  readonly agent: AgentSettings
}

/** The counts are what the limits of a workspace are guarded by. */
const workspaceKeys = {
  created_at: 'integer',
  active_keys: 'integer',
  endpoints: 'integer',
  chat_buttons: 'integer',
} as const
type WorkspaceKeys = ColumnsOf<typeof workspaceKeys>

/** Workspaces. */
export const workspaces = directory<WorkspaceKeys, WorkspaceData>({
  name: 'workspaces',
  keys: workspaceKeys,
  indexes: [{ name: 'workspaces_created', on: ['created_at'] }],
  retention: 'for ever',
  fields: plain('name', 'website', 'plan', 'mode', 'timezone', 'billing', 'agent'),
})

export type StoredWorkspace = TypedRow<WorkspaceKeys, WorkspaceData>

/** The keys of a new workspace. */
export function newWorkspaceKeys(at: number): WorkspaceKeys {
  return { created_at: at, active_keys: 0, endpoints: 0, chat_buttons: 0 }
}

/** The wire's form of a workspace. */
export function toWorkspace(
  row: StoredWorkspace,
  limits: Workspace['limits'],
  sessionsThisMonth: number,
): Workspace {
  const { name, website, plan, mode, timezone } = row.data
  return {
    id: row.id as Id<'workspace'>,
    object: 'workspace',
    name,
    website,
    plan,
    mode,
    timezone,
    limits,
    usage: { chat_sessions_this_month: sessionsThisMonth },
    created_at: toTimestamp(row.keys.created_at),
  }
}
