import { readEvent } from '@doorkit/models/read-event'
import { createConsoleReporter } from './console-reporter.ts'
import type { EventType, WebhookEvent, WebhookEventOf } from './contract.ts'
import type { DedupeStore } from './dedupe-store.ts'
import { type DispatchOutcome, handleOnce } from './handle-once.ts'
import { type DeliverySource, type ErrorReporter, receiveDelivery } from './receive.ts'
import { receiverError } from './receiver-error.ts'
import type { WebhookReply } from './reply.ts'
import type { RouterSecrets } from './secret.ts'
import type { WebhookClock } from './timestamp-tolerance.ts'
import { verificationError } from './verification-error.ts'

/** Options of {@link createWebhookRouter}. */
export interface WebhookRouterOptions extends RouterSecrets, WebhookClock {
  /**
   * Handles every event without a handler of its own, types unknown to this version among them.
   * Required, because an endpoint subscribed to `*` gets new types without notice.
   */
  fallback: (event: WebhookEvent) => unknown
  /** Remembers handled events, so that a delivery made twice is handled once. Default: nothing is remembered. */
  dedupe?: DedupeStore | undefined
  /**
   * Called with every error before the request is answered: what a handler threw, or a
   * {@link WebhookError} for a refused request. An error that it throws itself is dropped. Default:
   * failures of the receiver go to `console.error`, with the id and type of the event, and refused
   * requests to `console.warn`: once a minute for each code, with how many came since.
   */
  onError?: ErrorReporter | undefined
}

/** Takes deliveries to handlers. */
export interface WebhookRouter {
  /**
   * Sets the handler of one event type, or of several, and returns the same router. A delivery counts
   * as handled once what the handler returns is settled; whatever it throws makes the sender try again.
   *
   * @param types - A type, or a list of types. The handler's event is one of these.
   * @throws {WebhookError} `duplicate_handler` when a type has one already; then none is set.
   */
  on<Type extends EventType>(
    types: Type | readonly Type[],
    handler: (event: WebhookEventOf<Type>) => unknown,
  ): WebhookRouter
  /**
   * Verifies a delivery, handles its event and returns what to answer: 200 once it is handled,
   * 400 when it is refused, 500 when a handler failed or the secret cannot work. Never rejects.
   */
  receive(delivery: DeliverySource): Promise<WebhookReply>
  /**
   * Handles an event that is already trusted, such as one read from GET /events.
   *
   * @param event - The event.
   * @param id - What to dedupe on. Default: the event's id, which is also its `webhook-id`.
   * @throws {WebhookError} `payload_reduced` for an event read without contacts:read, or whatever
   *   the handler threw.
   */
  dispatch(event: WebhookEvent, id?: string): Promise<DispatchOutcome>
}

/**
 * Creates a router: one place that verifies deliveries, drops duplicates and calls a typed handler
 * per event type.
 *
 * @throws {WebhookError} `invalid_option` without a fallback. The secret is looked at when the first
 *   delivery comes.
 */
export function createWebhookRouter(options: WebhookRouterOptions): WebhookRouter {
  const { fallback, dedupe } = options
  if (typeof fallback !== 'function') {
    throw verificationError('invalid_option', 'fallback: it takes events without a handler')
  }
  const receiveOptions = {
    ...options,
    onError: options.onError ?? createConsoleReporter(options.now),
  }
  const handlers = new Map<string, (event: WebhookEvent) => unknown>()

  async function dispatch(logged: WebhookEvent, id: string = logged.id) {
    const event = wholeEvent(logged)
    const handler = handlers.get(event.type) ?? fallback
    return await handleOnce(dedupe, id, async () => await handler(event))
  }

  const router: WebhookRouter = {
    on(types, handler) {
      const added = new Map<string, (event: WebhookEvent) => unknown>()
      for (const type of [types].flat() as EventType[]) {
        if (handlers.has(type) || added.has(type)) throw receiverError('duplicate_handler', type)
        added.set(type, handler as (event: WebhookEvent) => unknown)
      }
      for (const [type, handle] of added) handlers.set(type, handle)
      return router
    },
    receive: (delivery) => receiveDelivery(delivery, receiveOptions, dispatch),
    dispatch,
  }
  return router
}

/** Refuses an event of which a key without contacts:read saw only the id and kind of its object. */
function wholeEvent(event: WebhookEvent): WebhookEvent {
  // An event that was fetched without the client is still as it was sent.
  readEvent(event)
  if (event.type !== 'unknown' && event.data.reference) throw receiverError('payload_reduced')
  return event
}
