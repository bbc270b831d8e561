import type { EventType } from '@doorkit/models'
import { equals } from '../collections/collection.ts'
import { type DeliveryData, deliveries } from '../collections/delivery.ts'
import { endpoints, type StoredEndpoint } from '../collections/endpoint.ts'
import { events } from '../collections/event.ts'
import type { Services } from '../kit/services.ts'
import type { WriteOp } from '../store/index.ts'

/** The kinds of objects that events are about. */
export type SubjectKind = 'contact' | 'conversation' | 'meeting' | 'experiment' | 'knowledge_source'

/** Something that happened. */
export interface Happening {
  readonly type: EventType
  readonly subject: { readonly kind: SubjectKind; readonly id: string }
  /** The conversation that goes along with a captured lead. */
  readonly conversation?: string | undefined
  /** Why a page could not be read. */
  readonly error?: string | undefined
}

/**
 * The writes that record an event and its deliveries. They belong into the commit of the change
 * that caused it: then no event is lost, and none is sent for a change that did not happen.
 */
export async function emit(
  services: Services,
  workspace: string,
  happening: Happening,
  at: number,
): Promise<WriteOp[]> {
  const enabled = await enabledEndpoints(services, workspace)
  return eventOps(services, { workspace, enabled }, happening, at)
}

/** Who may receive the events of a workspace. */
export interface Receivers {
  readonly workspace: string
  /** As {@link enabledEndpoints} reads them: once for all events of a commit. */
  readonly enabled: readonly StoredEndpoint[]
}

/** The writes of {@link emit}, where the endpoints were read already. */
export function eventOps(
  services: Services,
  { workspace, enabled }: Receivers,
  happening: Happening,
  at: number,
): WriteOp[] {
  const event = services.makeId('event')
  const waiting = subscribersOf(enabled, happening.type).map((endpoint) =>
    queuedDelivery(services, { workspace, endpoint: endpoint.id, event, type: happening.type }, at),
  )
  return [
    events.insert(
      event,
      {
        workspace,
        created_at: at,
        about: happening.conversation ?? happening.subject.id,
        // By the clock of this server: `at` may be ahead of it.
        due_at: services.clock.now() + services.payloadDelayMs,
        lease: null,
      },
      {
        type: happening.type,
        subject: happening.subject,
        conversation: happening.conversation ?? null,
        error: happening.error ?? null,
        payload: null,
        erased: false,
        deliveries: waiting.map(({ id }) => id),
      },
    ),
    ...waiting.map(({ op }) => op),
  ]
}

/** The endpoints of a workspace that are switched on. */
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

/** Those of the endpoints that receive a type. */
export function subscribersOf(
  enabled: readonly StoredEndpoint[],
  type: EventType,
): StoredEndpoint[] {
  return enabled.filter(({ data }) => data.events.includes('*') || data.events.includes(type))
}

/** The write that queues an event for an endpoint; `dueAt` null waits for the payload. */
export function queuedDelivery(
  services: Services,
  of: { workspace: string; endpoint: string; event: string; type: EventType },
  at: number,
  dueAt: number | null = null,
): { id: string; op: WriteOp } {
  const id = services.makeId('webhookDelivery')
  const data: DeliveryData = {
    event_type: of.type,
    attempts: 0,
    automatic: 0,
    automatic_at: dueAt,
    manual: 0,
    last_status: null,
    last_error: null,
    response: null,
    duration_ms: null,
  }
  const keys = {
    workspace: of.workspace,
    endpoint: of.endpoint,
    event: of.event,
    status: 'queued',
    created_at: at,
    updated_at: at,
    due_at: dueAt,
  } as const
  return { id, op: deliveries.insert(id, keys, data) }
}
