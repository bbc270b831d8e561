import { readEvent } from '@doorkit/models/read-event'
import { createConsoleReporter } from './console-reporter.ts'
import type { EventType, WebhookEvent, WebhookEventOf } from './contract.ts'
import type { DedupeStore } from './dedupe-store.ts'
import { receiverError, verificationError } from './error.ts'
import { type DispatchOutcome, handleOnce } from './handle-once.ts'
import { type DeliverySource, type ErrorReporter, receiveDelivery } from './receive.ts'
import type { WebhookReply } from './reply.ts'
import type { RouterSecrets } from './secret.ts'
import type { WebhookClock } from './timestamp-tolerance.ts'

/** Options of {@link createWebhookRouter}. */
export interface WebhookRouterOptions extends RouterSecrets, WebhookClock {
  /**
   * Handles every event that has no handler, even of types unknown to this version. Required, because
   * an endpoint that is subscribed to `*` gets new types without notice.
   */
  fallback: (event: WebhookEvent) => unknown
  /** Remembers handled events, so that repeated deliveries are handled once. Default: none. */
  dedupe?: DedupeStore | undefined
  /**
   * Called with an error before it is answered: an error of a handler, of the dedupe store or of a
   * function that returns a secret, or a {@link WebhookError} for a refused delivery. Not called for the
   * answers 405 and 409. An error that this function throws is ignored. Default: failed handlers, with
   * the id and type of the event, and unexpected errors go to `console.error`. Refused requests go to
   * `console.warn`, at most once a minute for each code, with the number that were refused since the
   * last warning.
   */
  onError?: ErrorReporter | undefined
}

/** Verifies deliveries and calls the handlers of their events. */
export interface WebhookRouter {
  /**
   * Sets the handler of one or several event types, and returns the same router. A delivery counts as
   * handled when the handler's promise resolves; if the handler throws, the sender tries again.
   *
   * @param types - A type, or a list of types. The event that the handler gets has one of them.
   * @throws {WebhookError} `duplicate_handler` if a type already has a handler or is in the list twice.
   *   Then no handler is set.
   */
  on<Type extends EventType>(
    types: Type | readonly Type[],
    handler: (event: WebhookEventOf<Type>) => unknown,
  ): WebhookRouter
  /**
   * Verifies a delivery, handles its event and returns the answer: 200 if the event was handled, now or
   * before, or else the status of the error, such as 400 for a wrong signature and 500 for a handler
   * that failed. Never rejects.
   */
  receive(delivery: DeliverySource): Promise<WebhookReply>
  /**
   * Handles an event that is already trusted, such as one read from GET /events.
   *
   * @param event - The event.
   * @param id - The id to dedupe by. Default: the event's id, which is also its `webhook-id`.
   * @throws {WebhookError} `payload_reduced` for an event read without contacts:read, or whatever the
   *   handler or the dedupe store throws.
   */
  dispatch(event: WebhookEvent, id?: string): Promise<DispatchOutcome>
}

/**
 * Creates a router, which verifies deliveries and calls the handler of each event. With `dedupe`, it
 * skips duplicates.
 *
 * @throws {WebhookError} `invalid_option` without a fallback. The secret is read when a delivery arrives.
 */
export function createWebhookRouter(options: WebhookRouterOptions): WebhookRouter {
  const { fallback, dedupe } = options
  if (typeof fallback !== 'function') {
    throw verificationError(
      'invalid_option',
      'fallback: pass a function for the events without a handler',
    )
  }
  const receiveOptions = {
    ...options,
    onError: options.onError ?? createConsoleReporter(options.now),
  }
  const handlers = new Map<string, (event: WebhookEvent) => unknown>()

  async function dispatch(event: WebhookEvent, id: string = event.id) {
    // An event that a program fetched without the client is still in its sent form.
    readEvent(event)
    if (event.type !== 'unknown' && event.data.reference) throw receiverError('payload_reduced')
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
