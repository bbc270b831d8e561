import { type EventType, eventsByName } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { equals } from '../collections/collection.ts'
import { deliveries } from '../collections/delivery.ts'
import { dueDeliveries } from '../collections/due-delivery.ts'
import { events } from '../collections/event.ts'
import { notices } from '../collections/notice.ts'
import { endpoints, type StoredEndpoint } from '../collections/webhook-endpoint.ts'
import { noticeTypes } from '../ports/notify.ts'
import type { Services } from '../services/services.ts'

export type SubjectKind =
  | 'contact'
  | 'conversation'
  | 'message'
  | 'meeting'
  | 'experiment'
  | 'knowledge_source'

export interface NewEvent {
  readonly type: EventType
  readonly subject: { readonly kind: SubjectKind; readonly id: string }
  /** The conversation of a captured lead or of a message. */
  readonly conversation?: string | undefined
  /** Why a page could not be read. */
  readonly error?: string | undefined
}

/**
 * The writes that store events, their deliveries and their notices. Put them into the commit of the
 * change itself. Then no event is lost, and none is sent for a change that did not happen.
 *
 * @param enabled - the enabled endpoints of the workspace. Default: they are read.
 */
export async function emit(
  services: Services,
  workspace: string,
  newEvents: readonly NewEvent[],
  at: number,
  enabled?: readonly StoredEndpoint[],
): Promise<WriteOp[]> {
  if (newEvents.length === 0) return []
  const receivers = enabled ?? (await enabledEndpoints(services, workspace))
  // `at` may be later than this server's clock, which decides when the payload is built.
  const due_at = services.clock.now() + services.payloadDelayMs
  return newEvents.flatMap((newEvent) => {
    const { type, subject, conversation = null, error = null } = newEvent
    const event = services.makeId('event')
    const waiting = subscribersOf(receivers, type).map(({ id: endpoint }) => {
      const recipient = { workspace, endpoint, event, type }
      return { endpoint, ...queuedDelivery(services, recipient, at) }
    })
    return [
      events.insert(
        event,
        { workspace, created_at: at, about: conversation ?? subject.id, due_at, lease: null },
        {
          type,
          subject,
          conversation,
          error,
          payload: null,
          erased: false,
          deliveries: waiting.map(({ id, endpoint }) => ({ id, endpoint })),
        },
      ),
      ...waiting.map(({ op }) => op),
      ...noticeOf(services, workspace, event, newEvent, at),
    ]
  })
}

/**
 * The write that makes the host notify its team. There is none if the host has no `notify`, or if the
 * team is not notified of events of this type.
 */
function noticeOf(
  { notify, clock }: Pick<Services, 'notify' | 'clock'>,
  workspace: string,
  event: string,
  { type, subject, conversation }: NewEvent,
  at: number,
): WriteOp[] {
  const noticeType = notify && noticeTypes.find((name) => name === type)
  if (!noticeType) return []
  const columns = { workspace, created_at: at, attempts: 0, due_at: clock.now(), lease: null }
  const message = subject.kind === 'message' ? subject.id : null
  const data = { type: noticeType, conversation: conversation ?? subject.id, message }
  return [notices.insert(event, columns, data)]
}

export function enabledEndpoints(
  { store }: Pick<Services, 'store'>,
  workspace: string,
): Promise<StoredEndpoint[]> {
  return endpoints.list(store, {
    index: 'webhook_endpoints_created',
    where: [equals('workspace', workspace), equals('enabled', 1)],
    dir: 'asc',
    limit: 100,
  })
}

export function subscribersOf(
  enabled: readonly StoredEndpoint[],
  type: EventType,
): StoredEndpoint[] {
  const needsName = eventsByName.includes(type)
  return enabled.filter(
    ({ data: { events } }) => events.includes(type) || (!needsName && events.includes('*')),
  )
}

export interface EventForEndpoint {
  readonly workspace: string
  readonly endpoint: string
  readonly event: string
  readonly type: EventType
}

/**
 * The write that adds a delivery to the log of an endpoint. Without `next_at`, the delivery waits until
 * the payload of its event is built.
 */
export function queuedDelivery(
  services: Services,
  { workspace, endpoint, event, type }: EventForEndpoint,
  at: number,
  {
    next_at = null,
    erased = 0,
  }: { readonly next_at?: number | null; readonly erased?: number } = {},
): { id: string; op: WriteOp } {
  const id = services.makeId('webhookDelivery')
  const columns = {
    workspace,
    endpoint,
    event,
    status: 'queued',
    created_at: at,
    updated_at: at,
    attempts: 0,
    erased,
  } as const
  const data = {
    event_type: type,
    next_at,
    last_status: null,
    last_error: null,
    response: null,
    duration_ms: null,
  }
  return { id, op: deliveries.insert(id, columns, data) }
}

/** The write that begins the schedule of a delivery. It changes nothing if the schedule has begun. */
export function dueDelivery(
  id: string,
  { workspace, endpoint, event, type }: EventForEndpoint,
  due_at: number,
): WriteOp {
  const data = { event, event_type: type, automatic: 0, automatic_at: due_at, manual: 0 }
  return dueDeliveries.insert(id, { workspace, endpoint, due_at }, data, 'ignore')
}
