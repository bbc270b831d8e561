import { rawBody } from './body.ts'
import { WebhookError } from './error.ts'
import { parseEvent, type ReceivedEvent } from './event.ts'
import type { DispatchOutcome } from './handle-once.ts'
import { receiverError } from './receiver-error.ts'
import { acceptance, refusal, type WebhookReply } from './reply.ts'
import type { WebhookSecrets } from './secret.ts'
import type { WebhookClock } from './timestamp.ts'
import { verifyWebhookSignature, type WebhookDelivery } from './verify.ts'

/** A delivery, or a function that reads one; what that throws is answered like any other failure. */
export type DeliverySource = WebhookDelivery | (() => WebhookDelivery | Promise<WebhookDelivery>)

/** Takes note of an error, and of the event it concerns where that was already verified. */
export type ErrorReporter = (error: unknown, event: ReceivedEvent | undefined) => unknown

type ReceiveOptions = WebhookSecrets & WebhookClock & { onError?: ErrorReporter | undefined }

type Dispatch = (event: ReceivedEvent, id: string) => Promise<DispatchOutcome>

/** Verifies, dispatches and answers. Every failure on the way becomes an answer. */
export async function receiveDelivery(
  source: DeliverySource,
  options: ReceiveOptions,
  dispatch: Dispatch,
): Promise<WebhookReply> {
  let event: ReceivedEvent | undefined
  let id: string
  try {
    const delivery = typeof source === 'function' ? await source() : source
    id = verifyWebhookSignature({ ...options, ...delivery }).id
    event = parseEvent(rawBody(delivery.body))
  } catch (error) {
    return await fail(error, error instanceof WebhookError ? error : undefined)
  }
  try {
    const { status } = await dispatch(event, id)
    if (status !== 'in_progress') return acceptance(status)
  } catch (error) {
    return await fail(error, undefined)
  }
  return refusal(receiverError('event_in_progress'))

  async function fail(error: unknown, refused: WebhookError | undefined): Promise<WebhookReply> {
    const answer = refusal(refused ?? receiverError('handler_failed'))
    try {
      if (options.onError) await options.onError(error, event)
      // biome-ignore lint/suspicious/noConsole: without it a failing handler would leave no trace.
      else if (answer.status >= 500) console.error(error)
    } catch {
      // A broken reporter must not decide what the sender is told.
    }
    return answer
  }
}
