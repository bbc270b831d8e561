import { toTimestamp } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import { schemaPlan } from '../collections/all-collections.ts'
import { apiKeys } from '../collections/api-key.ts'
import { equals, listAll, listPages } from '../collections/collection.ts'
import { deliveries } from '../collections/delivery.ts'
import { events } from '../collections/event.ts'
import { originsOf, siteKeys } from '../collections/site-key.ts'
import { endpoints, type StoredEndpoint } from '../collections/webhook-endpoint.ts'
import { type StoredWorkspace, workspaces } from '../collections/workspace.ts'
import { literalAddress, type Resolve } from '../network/check-public-address.ts'
import type { Clock } from '../ports/clock.ts'
import { largestSkewMs } from '../services/check-clock.ts'
import { firstDueAt } from '../worker/claim-work.ts'
import type { Step } from '../worker/step.ts'
import type { MasterKeys } from './master-keys.ts'

/** How long work may be due before it counts as overdue, in milliseconds. */
const overdueMs = 5 * 60_000
/** How far back failed deliveries are counted, in milliseconds. */
const countedDeliveriesMs = 7 * 86_400_000
/** How many workspaces are checked at most: the newest ones. */
const mostWorkspaces = 500

/** One finding of a diagnosis. */
export interface Diagnosis {
  /** The checked part of the deployment. */
  readonly check:
    | 'schema'
    | 'master_keys'
    | 'api_keys'
    | 'clock'
    | 'origins'
    | 'endpoints'
    | 'deliveries'
    | 'due_work'
  /** `problem` if something does not work now; `warning` for anything else that needs attention. */
  readonly status: 'ok' | 'warning' | 'problem'
  /** The finding, in words. */
  readonly message: string
  /** Advice on the finding, in a sentence; null if there is nothing to do. */
  readonly remedy: string | null
}

export interface DiagnosedParts {
  readonly store: Store
  readonly clock: Clock
  readonly resolve: Resolve
  readonly masterKeys: MasterKeys
  readonly steps: Readonly<Record<string, Step>>
}

type Finding = Omit<Diagnosis, 'check'>

type Check = (parts: DiagnosedParts) => Promise<Finding[]>

const checks: Readonly<Record<Diagnosis['check'], Check>> = {
  schema: async ({ store }) => {
    const { statements } = await store.migrate(schemaPlan, { dryRun: true })
    if (statements.length === 0) return []
    const count =
      statements.length === 1 ? '1 SQL statement' : `${statements.length} SQL statements`
    return [
      problem(
        `The schema of the store is older than this version: ${count} must run.`,
        'Run doorkit migrate.',
      ),
    ]
  },

  master_keys: async ({ masterKeys }) => {
    const { configured, missing, hasStoredKey } = await masterKeys.status()
    if (missing.length > 0) {
      const versions = `${missing.length === 1 ? 'version' : 'versions'} ${missing.join(', ')}`
      const message = `No given master key opens the secrets that are sealed with ${versions}.`
      const remedy = 'Give every master key of the store in DOORKIT_MASTER_KEYS, or in masterKeys.'
      return [problem(message, remedy)]
    }
    if (configured.length > 0 || !hasStoredKey) return []
    const message = 'The store keeps the key to its own secrets. This is only for development.'
    return [warning(message, 'Run doorkit master-keys generate, and give the key to every server.')]
  },

  api_keys: async (parts) =>
    eachWorkspace(parts, async ({ id, data }) => {
      const now = parts.clock.now()
      const own = [equals('workspace', id)]
      for await (const page of listPages(parts.store, apiKeys, 'keys_created', own)) {
        const isUsable = page.some(
          ({ columns: { revoked_at, expires_at } }) =>
            revoked_at === null && (expires_at === null || expires_at > now),
        )
        if (isUsable) return []
      }
      const message = `The workspace ${data.name} (${id}) has no API key that works.`
      return [warning(message, `Run doorkit keys create --workspace ${id}, if its API is used.`)]
    }),

  clock: async ({ store, clock }) => {
    const now = clock.now()
    const query = { index: 'events_age', where: [], dir: 'desc', limit: 1 } as const
    const [newest] = await events.list(store, query)
    const aheadMs = (newest?.columns.created_at ?? now) - now
    if (aheadMs <= largestSkewMs) return []
    const seconds = Math.round(aheadMs / 1_000)
    const message = `The newest event is dated ${seconds} seconds ahead of the clock of this machine.`
    return [problem(message, 'Synchronize the clocks of all servers, for example with chrony.')]
  },

  origins: async (parts) =>
    eachWorkspace(parts, async (workspace) => {
      const { id, data } = workspace
      const key = await siteKeys.first(parts.store, 'site_keys_current', [equals('current', id)])
      if (!key || data.mode === 'test') return []
      return originsOf(data, key.data)
        .filter((origin) => origin.startsWith('http:'))
        .map((origin) =>
          warning(
            `The pages of ${data.name} (${id}) may call from ${origin}, which is not encrypted.`,
            `Run doorkit site-keys update --workspace ${id} with an origin that begins with https.`,
          ),
        )
    }),

  endpoints: async (parts) =>
    eachWorkspace(parts, async ({ id }) => {
      const own = [equals('workspace', id)]
      const all = await listAll(parts.store, endpoints, 'webhook_endpoints_created', own)
      const found = await Promise.all(all.map((endpoint) => checkEndpoint(parts, endpoint)))
      return found.filter((finding) => finding !== null)
    }),

  deliveries: async (parts) =>
    eachWorkspace(parts, async ({ id, data }) => {
      const after = parts.clock.now() - countedDeliveriesMs
      const [row] = await parts.store.aggregate({
        in: deliveries.plan.name,
        where: [
          equals('workspace', id),
          equals('status', 'failed'),
          { column: 'created_at', op: 'gte', value: after },
        ],
        measures: { count: { op: 'count' } },
      })
      const count = row?.values.count ?? 0
      if (count === 0) return []
      const message = `Deliveries of ${data.name} (${id}) that were created in the last 7 days and failed permanently: ${count}.`
      const remedy =
        'Find the reason with webhookEndpoints.listDeliveries, repair the receiver, and send them again with webhookEndpoints.redeliver.'
      return [warning(message, remedy)]
    }),

  due_work: async ({ store, clock, steps }) => {
    const now = clock.now()
    const found = await Promise.all(
      Object.entries(steps).map(async ([name, step]) => {
        const dueAt = await firstDueAt(store, step, [
          { column: 'due_at', op: 'lt', value: now - overdueMs },
        ])
        if (dueAt === Number.POSITIVE_INFINITY) return []
        const minutes = Math.round((now - dueAt) / 60_000)
        const message = `Work of the step ${name} has been due since ${toTimestamp(dueAt)}, for ${minutes} minutes.`
        return [problem(message, 'Start a worker, or read the log of the workers that run.')]
      }),
    )
    return found.flat()
  },
}

/** Checks a deployment without changing its data. */
export async function diagnose(parts: DiagnosedParts): Promise<Diagnosis[]> {
  const found: Diagnosis[] = []
  for (const check of Object.keys(checks) as Diagnosis['check'][]) {
    const findings = await checks[check](parts).catch((error: unknown) => [
      problem(
        `This could not be checked: ${error instanceof Error ? error.message : error}`,
        'Repair the cause, and check again.',
      ),
    ])
    const all = findings.length === 0 ? [nothingFound] : findings
    found.push(...all.map((finding) => ({ check, ...finding })))
    // Nothing else can be read from a store with an older schema.
    if (check === 'schema' && findings.length > 0) break
  }
  return found
}

async function checkEndpoint({ resolve }: DiagnosedParts, { id, columns, data }: StoredEndpoint) {
  const url = new URL(data.url)
  if (columns.enabled === 0) {
    if ((data.disabled_reason ?? 'manual') === 'manual') return null
    const message = `The endpoint ${id} (${url.host}) was disabled after failures.`
    const remedy =
      'Repair the receiver, and enable the endpoint in the console or with webhookEndpoints.update.'
    return warning(message, remedy)
  }
  if (literalAddress(url) !== null) return null
  const addresses = await resolve(url.hostname).catch(() => [])
  if (addresses.length > 0) return null
  const message = `The host ${url.hostname} of the endpoint ${id} does not resolve.`
  return problem(
    message,
    'Correct the address of the endpoint, or the name servers of this machine.',
  )
}

async function eachWorkspace(
  { store }: DiagnosedParts,
  checkWorkspace: (workspace: StoredWorkspace) => Promise<Finding[]>,
): Promise<Finding[]> {
  const newest = await workspaces.list(store, {
    index: 'workspaces_created',
    where: [],
    dir: 'desc',
    limit: mostWorkspaces,
  })
  const found: Finding[] = []
  for (const workspace of newest) found.push(...(await checkWorkspace(workspace)))
  return found
}

const nothingFound = { status: 'ok', message: 'Nothing to report.', remedy: null } as const

function problem(message: string, remedy: string) {
  return { status: 'problem', message, remedy } as const
}

function warning(message: string, remedy: string) {
  return { status: 'warning', message, remedy } as const
}
