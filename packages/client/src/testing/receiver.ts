import { limits } from '@doorkit/models'
import type { AttemptOutcome, Shipment, WebhookSender } from '@doorkit/server'
import { signWebhook, type WebhookEvent } from '@doorkit/webhooks'

/** One webhook that was sent: `verifyWebhook({ ...delivery, now: () => delivery.at })` takes it. */
export interface ReceivedDelivery {
  /** The address that it was sent to: the `url` of the webhook endpoint. */
  readonly url: string
  /** The raw body. */
  readonly body: string
  /** By lower-case name, the signature included. */
  readonly headers: Readonly<Record<string, string>>
  /** Every secret that signed it: two, while one replaces the other. */
  readonly secrets: readonly string[]
  /** The body, parsed. */
  readonly event: WebhookEvent
  /** When it was sent, in milliseconds since the epoch. */
  readonly at: number
  /** The receiver's answer; null when it gave none, or has not yet. */
  readonly status: number | null
}

/**
 * The answer of a receiver to a webhook: a response or a status; nothing for 204; `refused` when
 * no server listens there, `timeout` when no answer comes in time.
 */
export type ReceiverAnswer = Response | number | 'refused' | 'timeout' | undefined

/** Receives webhooks; your own handler that takes a Request and returns a Response fits as it is. */
export type Receive = (
  request: Request,
  delivery: ReceivedDelivery,
) => ReceiverAnswer | Promise<ReceiverAnswer>

/** A receiver of webhooks, from the side of the server that sends them. */
export interface Receiver extends WebhookSender {
  /** Throws the first error that the receiver threw since the last call. */
  rethrow(): void
}

const userAgent = 'Service-Webhooks/1.0 (https://doorkit.dev/docs/webhooks)'
const timeoutMs = limits.webhookTimeoutSeconds * 1_000

/** Makes a receiver in the same process: deliveries are signed, collected and handed on. */
export function createReceiver(
  now: () => number,
  deliveries: ReceivedDelivery[],
  receive: Receive = () => undefined,
): Receiver {
  const mistakes: unknown[] = []

  async function ask(delivery: ReceivedDelivery): Promise<ReceiverAnswer> {
    const { url, body, headers } = delivery
    try {
      return await receive(new Request(url, { method: 'POST', headers, body }), delivery)
    } catch (error) {
      mistakes.push(error)
      return 500
    }
  }

  return {
    async send(shipment) {
      const delivery = { ...signed(shipment, now), status: null as number | null }
      deliveries.push(delivery)
      const outcome = await outcomeOf(await ask(delivery))
      delivery.status = outcome.status
      return outcome
    },
    async close() {},
    rethrow() {
      if (mistakes.length > 0) throw mistakes.splice(0)[0]
    },
  }
}

function signed({ url, eventId, payload, secrets }: Shipment, now: () => number) {
  return {
    url,
    body: payload,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signWebhook({ id: eventId, body: payload, secrets, now }),
    },
    secrets,
    event: JSON.parse(payload) as WebhookEvent,
    at: now(),
  }
}

async function outcomeOf(answer: ReceiverAnswer = 204): Promise<AttemptOutcome> {
  if (answer === 'refused') return unanswered('Connection refused', 0)
  if (answer === 'timeout') return unanswered('No answer within 10 seconds', timeoutMs)
  const { status, headers, text } = await readAnswer(answer)
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  return {
    status,
    error: status >= 200 && status < 300 ? null : `HTTP ${status}`,
    response: text.slice(0, limits.webhookAnswerKept),
    durationMs: 0,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1_000 : null,
  }
}

async function readAnswer(answer: Response | number) {
  if (typeof answer === 'number') return { status: answer, headers: new Headers(), text: '' }
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

function unanswered(error: string, durationMs: number): AttemptOutcome {
  return { status: null, error, response: null, durationMs, retryAfterMs: null }
}
