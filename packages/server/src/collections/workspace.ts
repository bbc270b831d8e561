import { type Id, toTimestamp, type Workspace } from '@doorkit/models'
import type { AgentSettings } from './agent-settings.ts'
import { directory } from './collection.ts'
import { plain, type StoredRow } from './declare-collection.ts'

/**
 * The billing state of a workspace, which the host sets. With `card_required`, every API refuses the
 * workspace's requests. With `free_meetings_used`, only the chat API does.
 */
export type BillingState = 'active' | 'card_required' | 'free_meetings_used'

export interface WorkspaceData
  extends Readonly<Pick<Workspace, 'name' | 'website' | 'plan' | 'mode' | 'timezone'>> {
  readonly billing: BillingState
  readonly agent: AgentSettings
}

/** The counts are columns because commits compare them with the limits of the workspace. */
const workspaceColumns = {
  created_at: 'integer',
  active_keys: 'integer',
  endpoints: 'integer',
  chat_buttons: 'integer',
} as const

/** Workspaces. */
export const workspaces = directory<typeof workspaceColumns, WorkspaceData>({
  name: 'workspaces',
  columns: workspaceColumns,
  indexes: [{ name: 'workspaces_created', on: ['created_at'] }],
  retention: 'forever',
  fields: plain('name', 'website', 'plan', 'mode', 'timezone', 'billing', 'agent'),
})

export type StoredWorkspace = StoredRow<typeof workspaceColumns, WorkspaceData>

export function newWorkspaceColumns(at: number): StoredWorkspace['columns'] {
  return { created_at: at, active_keys: 0, endpoints: 0, chat_buttons: 0 }
}

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
    created_at: toTimestamp(row.columns.created_at),
  }
}
