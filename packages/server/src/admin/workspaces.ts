import { AgentUpdate, isTimezone, planNames } from '@doorkit/models'
import * as z from 'zod'
import { changeAgent, newAgent } from '../collections/agent-settings.ts'
import { counters, erasureCounterId } from '../collections/counter.ts'
import { settings } from '../collections/deployment-setting.ts'
import { newSiteKey } from '../collections/site-key.ts'
import {
  newWorkspaceColumns,
  type StoredWorkspace,
  type WorkspaceData,
  workspaces,
} from '../collections/workspace.ts'
import { check } from '../errors/check-input.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import type { StoreServices } from '../services/services.ts'
import { overlay } from '../values/overlay-changes.ts'
import { type PageOptions, readPage } from './list-page-options.ts'

/** How to create a workspace. */
export interface WorkspaceCreateOptions {
  /**
   * The host's own name for the workspace. The first call with a name creates the workspace; later
   * and simultaneous calls, from any server, return it. Default: every call creates one.
   */
  readonly key?: string | undefined
}

/** A workspace, as the host sees it. */
export interface WorkspaceInfo extends WorkspaceData {
  /** Identifies the workspace in every call. */
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

const websiteRule = 'The website of a workspace is an http or https URL.'
const timezoneRule =
  'A time zone is an IANA name, such as Europe/Berlin, or an offset, such as +02:00.'

const fields = {
  /** A name for people; not empty. */
  name: z.string().trim().min(1, 'Give the workspace a name.'),
  /** The site that the agent is on: an http or https URL. */
  website: z.url({ protocol: /^https?$/, error: websiteRule }),
  /** The plan, whose limits apply from the next request. */
  plan: z.enum(planNames, `A plan is one of ${planNames.join(', ')}.`),
  /** An IANA name, or an offset such as `+02:00`. Analytics count the days of this zone from now on. */
  timezone: z.string().refine(isTimezone, timezoneRule),
}

const Creation = z.strictObject({
  ...fields,
  /** The plan, which sets the limits. Default `apex`. */
  plan: fields.plan.default('apex'),
  /** `test` for a test workspace. Default `live`. */
  mode: z.enum(['live', 'test']).default('live'),
  /** An IANA name, or an offset such as `+02:00`. Analytics count the days of this zone. Default `UTC`. */
  timezone: fields.timezone.default('UTC'),
})

/** A workspace to create. */
export type WorkspaceCreate = z.input<typeof Creation>

const Update = z
  .strictObject({
    ...fields,
    /** The state of the payment for the workspace. */
    billing: z.enum(['active', 'card_required', 'free_meetings_used']),
    /** The agent settings to change. Missing settings stay as they are. */
    agent: AgentUpdate,
  })
  .partial()

/** The fields of a workspace that the host can change. */
export type WorkspaceUpdate = z.input<typeof Update>

/** Creates and changes workspaces in code. The workspace API cannot do this. */
export interface Workspaces {
  /**
   * Creates a workspace.
   *
   * @throws KitError `invalid_input`, with the unusable field as its `param`.
   */
  create(input: WorkspaceCreate, options?: WorkspaceCreateOptions): Promise<WorkspaceInfo>
  /** Reads a workspace; null if it does not exist. */
  get(id: string): Promise<WorkspaceInfo | null>
  /**
   * Lists all workspaces, oldest first.
   *
   * @throws KitError `invalid_input` for unusable page options.
   */
  list(options?: PageOptions): Promise<WorkspaceInfo[]>
  /**
   * Changes the given fields of a workspace.
   *
   * @throws KitError `invalid_input` for an unusable value, or `not_found`.
   */
  update(id: string, input: WorkspaceUpdate): Promise<WorkspaceInfo>
}

export function manageWorkspaces(ready: () => Promise<StoreServices>): Workspaces {
  return {
    async create(input, { key } = {}) {
      const fields = check(Creation, input)
      const { store, clock, makeId } = await ready()
      const at = clock.now()
      const data: WorkspaceData = { ...fields, billing: 'active', agent: newAgent(at) }
      const id = makeId('workspace')
      const columns = newWorkspaceColumns(at)
      const keyOps = key === undefined ? [] : [settings.insert(settingIdOf(key), {}, { value: id })]
      // A commit that stores an answer about people checks this counter, so it must exist.
      const counter = counters.insert(erasureCounterId, { workspace: id, value: 0 }, null)
      const siteKey = newSiteKey(id, data.mode, at).op
      const ops = [...keyOps, workspaces.insert(id, columns, data), counter, siteKey]
      const result = await store.commit(ops)
      if (result.ok) return { id, createdAt: columns.created_at, ...data }
      const earlier = key === undefined ? null : await settings.get(store, settingIdOf(key))
      const row = earlier && (await workspaces.get(store, earlier.data.value))
      if (!row) throw new Error('The workspace could not be stored. Try again.')
      return toInfo(row)
    },
    async get(id) {
      const row = await workspaces.get((await ready()).store, id)
      return row && toInfo(row)
    },
    async list(options = {}) {
      const { store } = await ready()
      const page = await readPage(store, workspaces, 'workspaces_created', options)
      const rows = await workspaces.list(store, { ...page, where: [], dir: 'asc' })
      return rows.map(toInfo)
    },
    async update(id, input) {
      const { agent, ...changes } = check(Update, input)
      const { store, clock } = await ready()
      for (;;) {
        const row = await findWorkspace(store, id)
        const settings = agent ? changeAgent(row.data.agent, agent, clock.now()) : row.data.agent
        const data = { ...overlay(row.data, changes), agent: settings }
        const result = await store.commit([workspaces.patch(id, { data }, { ifRev: row.rev })])
        if (result.ok) return { ...toInfo(row), ...data }
      }
    },
  }
}

/** The id of the setting that stores which workspace was created with a `key`. */
const settingIdOf = (key: string) => `workspace.${key}`

function toInfo(row: StoredWorkspace): WorkspaceInfo {
  return { id: row.id, createdAt: row.columns.created_at, ...row.data }
}
