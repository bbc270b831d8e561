import { rawBody } from './body.ts'
import type { WebhookEvent } from './contract.ts'
import { receiverError, WebhookError } from './error.ts'
import type { DispatchOutcome } from './handle-once.ts'
import { parseEvent } from './parse-event.ts'
import { acceptance, refusal, type WebhookReply } from './reply.ts'
import { type RouterSecrets, readSecrets } from './secret.ts'
import type { WebhookClock } from './timestamp-tolerance.ts'
import { verifyWebhookSignature, type WebhookDelivery } from './verify.ts'

/**
 * A delivery, or a function that reads one. If the function throws a `WebhookError`, the answer has its
 * code. Any other error is answered with `handler_failed`.
 */
export type DeliverySource = WebhookDelivery | (() => WebhookDelivery | Promise<WebhookDelivery>)

/** Called with an error, and with the event if it was verified and read before the error. */
export type ErrorReporter = (error: unknown, event: WebhookEvent | undefined) => unknown

/** Verifies a delivery, dispatches its event and answers. Every failure becomes an answer. */
export async function receiveDelivery(
  source: DeliverySource,
  options: RouterSecrets & WebhookClock & { onError: ErrorReporter },
  dispatch: (event: WebhookEvent, id: string) => Promise<DispatchOutcome>,
): Promise<WebhookReply> {
  let event: WebhookEvent | undefined
  try {
    const { body, headers } = typeof source === 'function' ? await source() : source
    const { toleranceSeconds, now } = options
    const secrets = await readSecrets(options)
    const { id } = verifyWebhookSignature({ ...secrets, toleranceSeconds, now, body, headers })
    event = parseEvent(rawBody(body), id)
    const { status } = await dispatch(event, id)
    return status === 'in_progress'
      ? refusal(receiverError('event_in_progress'))
      : acceptance(status)
  } catch (error) {
    // Once the event has been read, any failure is the receiver's own. Its details are not for the sender.
    const isRefusal = error instanceof WebhookError && !event
    try {
      await options.onError(error, event)
    } catch {
      // A broken reporter must not decide the answer to the sender.
    }
    return refusal(isRefusal ? error : receiverError('handler_failed'))
  }
}
