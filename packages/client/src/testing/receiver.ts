import { limits } from '@doorkit/models'
import type { AttemptOutcome, OutgoingWebhook, WebhookSender } from '@doorkit/server'
import { signWebhook, type WebhookEvent } from '@doorkit/webhooks'

/** A webhook that was sent. Verify it with `verifyWebhook({ ...delivery, now: () => delivery.at })`. */
export interface ReceivedDelivery {
  /** The `url` of the webhook endpoint. */
  readonly url: string
  /** The raw body. */
  readonly body: string
  /** Headers by lower-case name, with the signature. */
  readonly headers: Readonly<Record<string, string>>
  /** The secrets that signed the webhook: several during a rotation. */
  readonly secrets: readonly string[]
  /** The body, parsed. */
  readonly event: WebhookEvent
  /** When it was sent, in milliseconds since the epoch. */
  readonly at: number
  /** The status of the receiver's answer; null until there is an answer. */
  readonly status: number | null
}

/**
 * A receiver's answer to a webhook: a response, a status, or undefined for 204. `refused` acts as if no
 * server listened; `timeout` as if no answer came in time.
 */
export type ReceiverAnswer = Response | number | 'refused' | 'timeout' | undefined

/** Receives webhooks. Any handler that accepts a Request and returns a Response can be passed as it is. */
export type Receive = (
  request: Request,
  delivery: ReceivedDelivery,
) => ReceiverAnswer | Promise<ReceiverAnswer>

/** A receiver of webhooks that takes the place of the server kit's sender. */
export interface Receiver extends WebhookSender {
  /** Throws the first error that `receive` has thrown since `rethrow` was last called. */
  rethrow(): void
}

const userAgent = 'Service-Webhooks/1.0 (https://doorkit.dev/docs/api#webhook-requests)'
const timeoutMs = limits.webhookTimeoutSeconds * 1_000

/** Creates a receiver in the same process. It signs and records each delivery, and calls `receive`. */
export function createReceiver(
  now: () => number,
  deliveries: ReceivedDelivery[],
  receive: Receive = () => undefined,
): Receiver {
  const errors: unknown[] = []

  async function ask(delivery: ReceivedDelivery): Promise<ReceiverAnswer> {
    const { url, body, headers } = delivery
    try {
      return await receive(new Request(url, { method: 'POST', headers, body }), delivery)
    } catch (error) {
      errors.push(error)
      return 500
    }
  }

  return {
    async send(webhook) {
      const delivery = { ...signDelivery(webhook, now), status: null as number | null }
      deliveries.push(delivery)
      const outcome = await outcomeOf(await ask(delivery))
      delivery.status = outcome.status
      return outcome
    },
    async close() {},
    rethrow() {
      if (errors.length > 0) throw errors.splice(0)[0]
    },
  }
}

function signDelivery({ url, eventId, payload, secrets }: OutgoingWebhook, now: () => number) {
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
  if (answer === 'refused') return noAnswer('Connection refused', 0)
  if (answer === 'timeout') return noAnswer('No answer within 10 seconds', timeoutMs)
  const { status, headers, text } = await readAnswer(answer)
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  return {
    status,
    error: status >= 200 && status < 300 ? null : `HTTP ${status}`,
    response: text.slice(0, limits.webhookAnswerCharacters),
    durationMs: 0,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1_000 : null,
  }
}

async function readAnswer(answer: Response | number) {
  if (typeof answer === 'number') return { status: answer, headers: new Headers(), text: '' }
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

function noAnswer(error: string, durationMs: number): AttemptOutcome {
  return { status: null, error, response: null, durationMs, retryAfterMs: null }
}
