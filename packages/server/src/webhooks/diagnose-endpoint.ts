import { limits, WebhookDelivery } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { deliveries, type StoredDelivery } from '../collections/delivery.ts'
import type { StoredEndpoint } from '../collections/webhook-endpoint.ts'
import { Failure } from '../errors/failure.ts'
import type { Services } from '../services/services.ts'
import { succeeded } from './retry-schedule.ts'

/** One reason why an endpoint does not receive its webhooks, or may soon stop receiving them. */
export interface EndpointFinding {
  readonly status: 'warning' | 'problem'
  /** The finding, in one to three sentences. */
  readonly message: string
  readonly remedy: string
}

const mostDeliveries = 50
/** How long a delivery may be queued before it counts as waiting for a worker, in milliseconds. */
const longestQueuedMs = 60_000
/** An answer that takes this share of the time limit or longer is slow. */
const slowShare = 0.5

const statuses = WebhookDelivery.shape.status.options

/**
 * Finds out why an endpoint fails, from its settings and its latest deliveries. Sends nothing, and shows
 * no text from a receiver.
 */
export async function diagnoseEndpoint(
  services: Services,
  endpoint: StoredEndpoint,
): Promise<{ readonly findings: EndpointFinding[]; readonly deliveries: number }> {
  const [address, latest] = await Promise.all([
    checkAddress(services, endpoint),
    readLatest(services, endpoint),
  ])
  const findings = [
    ...checkState(endpoint),
    ...address,
    ...explainFailures(latest),
    ...(endpoint.columns.enabled ? findQueued(latest, services.clock.now()) : []),
    ...findSlow(latest),
    ...(latest.length === 0 ? [noDelivery] : []),
    ...checkSecrets(endpoint, services.clock.now()),
  ]
  const rank = ({ status }: EndpointFinding) => Number(status === 'warning')
  findings.sort((left, right) => rank(left) - rank(right))
  return { findings, deliveries: latest.length }
}

function readLatest(
  { store }: Services,
  { id, columns: { workspace } }: StoredEndpoint,
): Promise<StoredDelivery[]> {
  return deliveries.list(store, {
    index: 'webhook_deliveries_log',
    where: [
      equals('workspace', workspace),
      equals('endpoint', id),
      { column: 'status', op: 'in', value: statuses },
    ],
    dir: 'desc',
    limit: mostDeliveries,
  })
}

function checkState({ columns, data: { disabled_reason } }: StoredEndpoint): EndpointFinding[] {
  if (columns.enabled === 1) return []
  const why = {
    manual: 'by hand',
    failing: 'after it had failed for three days',
    gone: 'because it answered 410, which means that the address is gone',
  }
  const message = `The endpoint was disabled ${why[disabled_reason ?? 'manual']}.`
  const remedy =
    disabled_reason === 'failing'
      ? 'Repair the receiver, enable the endpoint, and send the failed deliveries again.'
      : 'Enable it when the receiver is ready. Unfinished deliveries wait until then; new events are not delivered.'
  return [problem(message, remedy)]
}

async function checkAddress(
  { checkUrl }: Services,
  { columns, data }: StoredEndpoint,
): Promise<EndpointFinding[]> {
  try {
    await checkUrl(data.url, columns.workspace)
    return []
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [problem(`The address cannot be used. ${error.message}`, 'Change the address.')]
  }
}

/** Groups the failures by answer or error, the most frequent first. */
function explainFailures(latest: readonly StoredDelivery[]): EndpointFinding[] {
  const attempted = latest.filter(({ columns }) => columns.attempts > 0)
  const failed = attempted.filter(({ data }) => !succeeded({ status: data.last_status }))
  const groups = new Map<string, StoredDelivery[]>()
  for (const row of failed) {
    const error = row.data.last_error ?? `HTTP ${row.data.last_status}`
    groups.set(error, [...(groups.get(error) ?? []), row])
  }
  // The newest delivery comes first: if it arrived, the endpoint works again after the failures.
  const works = attempted[0] !== undefined && succeeded({ status: attempted[0].data.last_status })
  return [...groups]
    .sort(([, left], [, right]) => right.length - left.length)
    .map(([error, rows]) => {
      const status = rows[0]?.data.last_status ?? null
      const answer = status === null ? `${error}.` : `the receiver answered ${status}.`
      const share =
        attempted.length === 1
          ? 'The latest delivery'
          : `${rows.length} of the latest ${attempted.length} deliveries`
      const message = `${share} failed: ${answer}`
      const remedy = status === null ? remedyOfError(error) : remedyOfStatus(status)
      if (!works) return problem(message, remedy)
      return warning(`${message} The newest delivery arrived.`, remedy)
    })
}

function remedyOfStatus(status: number): string {
  if (status >= 300 && status < 400)
    return 'Webhooks do not follow redirects. Change the address to the one that the receiver names.'
  if (status === 401 || status === 403)
    return 'The receiver refuses the request. Check that it has the current secret and verifies the exact bytes of the body, and that no firewall or sign-in is in front of it.'
  if (status === 404 || status === 405)
    return 'The receiver does not accept POST at this path. Correct the address, or add the route.'
  if (status === 408 || status === 429 || status === 503)
    return `The receiver is overloaded. ${answerFirst}`
  if (status === 410)
    return 'An endpoint whose receiver answers 410 is disabled. Correct the address.'
  if (status === 400 || status === 415 || status === 422)
    return 'The receiver does not accept the body. Most often its framework has parsed the JSON before the signature was verified. Verify the raw body.'
  if (status >= 500) return 'The receiver failed. Look for the time of the attempt in its log.'
  return 'Answer every webhook with a status from 200 to 299.'
}

function remedyOfError(error: string): string {
  const [, remedy] = remedies.find(([pattern]) => pattern.test(error)) ?? []
  return remedy ?? 'Check the TLS certificate of the receiver, and that it accepts connections.'
}

const answerFirst = 'Answer with 200 immediately, and do the work after that.'

const remedies: readonly (readonly [RegExp, string])[] = [
  [/^No answer within/, answerFirst],
  [/^The sender/, 'Look for the error of the sender in the log of this server.'],
  [/name/i, 'Correct the host name, or its DNS records.'],
  [/refused/, 'Start the receiver, and open its port in the firewall.'],
]

/** Finds the deliveries that have waited too long for a worker. */
function findQueued(latest: readonly StoredDelivery[], now: number): EndpointFinding[] {
  const waiting = latest.filter(
    ({ columns }) => columns.status === 'queued' && columns.updated_at < now - longestQueuedMs,
  )
  if (waiting.length === 0) return []
  const message = `Deliveries that have waited for more than a minute without an attempt: ${waiting.length}.`
  return [warning(message, 'Start a worker. The Health screen shows whether one keeps up.')]
}

function findSlow(latest: readonly StoredDelivery[]): EndpointFinding[] {
  const limitMs = limits.webhookTimeoutSeconds * 1_000
  const times = latest.flatMap(({ data: { last_status, duration_ms } }) =>
    last_status === null ? [] : (duration_ms ?? 0),
  )
  const slowest = Math.max(0, ...times)
  if (slowest < slowShare * limitMs) return []
  const message = `An answer took ${Math.round(slowest / 100) / 10} s. An attempt fails after ${limits.webhookTimeoutSeconds} s.`
  return [warning(message, answerFirst)]
}

function checkSecrets({ data: { secrets } }: StoredEndpoint, now: number): EndpointFinding[] {
  const isReplaced = secrets.some(({ expires_at }) => expires_at !== null && expires_at > now)
  if (!isReplaced) return []
  const message =
    'The secret was replaced less than 24 hours ago. For 24 hours, webhooks are signed with the old secret too.'
  return [warning(message, 'Give the new secret to the receiver.')]
}

const noDelivery = warning(
  'No event was sent to this endpoint in the last 30 days.',
  'Send a test. If it arrives, check which events the endpoint receives.',
)

function problem(message: string, remedy: string): EndpointFinding {
  return { status: 'problem', message, remedy }
}

function warning(message: string, remedy: string): EndpointFinding {
  return { status: 'warning', message, remedy }
}
