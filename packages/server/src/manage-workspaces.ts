import { type Plan, planNames } from '@doorkit/models'
import { type AgentChanges, changeAgent, newAgent } from './records/agent-settings.ts'
import {
  type BillingState,
  type StoredWorkspace,
  type WorkspaceData,
  workspaces,
} from './records/workspace.ts'
import type { Services } from './services.ts'

/** A workspace to create. */
export interface WorkspaceCreate {
  readonly name: string
  /** The site the agent stands on: an http or https address. */
  readonly website: string
  /** Default `apex`. */
  readonly plan?: Plan | undefined
  /** `test` for a sandbox. Default `live`. */
  readonly mode?: 'live' | 'test' | undefined
  /** An IANA name: the days of its analytics. Default `UTC`. */
  readonly timezone?: string | undefined
}

/** What the host application can change about a workspace. */
export interface WorkspaceUpdate {
  readonly name?: string | undefined
  readonly website?: string | undefined
  readonly plan?: Plan | undefined
  readonly timezone?: string | undefined
  readonly billing?: BillingState | undefined
  readonly agent?: AgentChanges | undefined
}

/** A workspace, as the host application sees it. */
export interface WorkspaceInfo extends WorkspaceData {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** Creates and changes workspaces, in code: the HTTP API cannot. */
export interface Workspaces {
  /** @throws TypeError when the name, the address, the plan or the time zone is not usable. */
  create(input: WorkspaceCreate): Promise<WorkspaceInfo>
  get(id: string): Promise<WorkspaceInfo | null>
  /** Every workspace, oldest first; at most 1,000. */
  list(): Promise<WorkspaceInfo[]>
  /** @throws TypeError for an unusable value, or when there is no such workspace. */
  update(id: string, input: WorkspaceUpdate): Promise<WorkspaceInfo>
}

/** Makes {@link Workspaces}. */
export function manageWorkspaces(ready: () => Promise<Services>): Workspaces {
  return {
    async create({ name, website, plan = 'apex', mode = 'live', timezone = 'UTC' }) {
      const { store, clock, makeId } = await ready()
      const at = clock.now()
      const data: WorkspaceData = {
        name,
        website,
        plan,
        mode,
        timezone,
        billing: 'active',
        agent: newAgent(at),
      }
      checkWorkspace(data)
      const id = makeId('workspace')
      const keys = { created_at: at, active_keys: 0, endpoints: 0 }
      const result = await store.commit([workspaces.insert(id, keys, data)])
      if (!result.ok) throw new Error('The workspace could not be stored. Try again.')
      return { id, createdAt: keys.created_at, ...data }
    },
    async get(id) {
      const row = await workspaces.get((await ready()).store, id)
      return row && toInfo(row)
    },
    async list() {
      const rows = await workspaces.list((await ready()).store, {
        index: 'workspaces_created',
        where: [],
        dir: 'asc',
        limit: 1_000,
      })
      return rows.map(toInfo)
    },
    async update(id, { agent, ...changes }) {
      const { store, clock } = await ready()
      for (;;) {
        const row = await workspaces.get(store, id)
        if (!row) throw new TypeError(`There is no workspace ${id}.`)
        const given = Object.fromEntries(
          Object.entries(changes).filter(([, value]) => value !== undefined),
        )
        const settings = agent ? changeAgent(row.data.agent, agent, clock.now()) : row.data.agent
        const data = { ...row.data, ...given, agent: settings }
        checkWorkspace(data)
        const result = await store.commit([workspaces.patch(id, { data }, { ifRev: row.rev })])
        if (result.ok) return { ...toInfo(row), ...data }
      }
    },
  }
}

function toInfo(row: StoredWorkspace): WorkspaceInfo {
  return { id: row.id, createdAt: row.keys.created_at, ...row.data }
}

function checkWorkspace({ name, website, plan, timezone }: WorkspaceData): void {
  if (name.trim() === '') throw new TypeError('Give the workspace a name.')
  if (!/^https?:\/\//.test(website) || !URL.canParse(website)) {
    throw new TypeError('The website of a workspace is an http or https address.')
  }
  if (!planNames.includes(plan)) throw new TypeError(`A plan is one of ${planNames.join(', ')}.`)
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone })
  } catch (cause) {
    throw new TypeError(`${timezone} is not an IANA time zone.`, { cause })
  }
}
