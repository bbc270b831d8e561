import { limits } from '@doorkit/models'
import { signWebhook } from '@doorkit/webhooks'
import type { Dispatcher } from 'undici'
import { checkPublicName, isPublicAddress, type Resolve } from '../network/check-url.ts'
import { connectionFailure, noAnswer } from '../network/connection-failure.ts'
import type { Clock } from '../ports/clock.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { keepableText } from '../text/keepable-text.ts'
import type { AttemptOutcome } from './schedule.ts'

/** One webhook to send. */
export interface Shipment {
  /** Where to: the `url` of the endpoint. */
  readonly url: string
  /** The `webhook-id`: the same in every attempt. */
  readonly eventId: string
  /** The body, sent as it is. */
  readonly payload: string
  /** Every secret that signs: one `v1` entry each, `signWebhook` of `@doorkit/webhooks` makes them. */
  readonly secrets: readonly string[]
}

/** Posts webhooks and tells how it went. */
export interface WebhookSender {
  /** Never rejects: what went wrong is an outcome too, and decides when the next attempt is made. */
  send(shipment: Shipment): Promise<AttemptOutcome>
  /** Lets go of what sending holds open. */
  close(): Promise<void>
}

/** How a {@link WebhookSender} works. */
export interface SenderOptions {
  readonly clock: Clock
  readonly resolve: Resolve
  /** Lets receivers be on private addresses and speak plain HTTP: for development only. */
  readonly allowPrivate: boolean
  /** How long a receiver may take to answer, in milliseconds. Default 10,000: what the API promises. */
  readonly timeoutMs?: number | undefined
}

const userAgent = 'Service-Webhooks/1.0 (https://doorkit.dev/docs/webhooks)'

/** Makes a sender on undici's pools; connections go only to addresses that were checked. */
export function createSender(options: SenderOptions): WebhookSender {
  const { clock, resolve, allowPrivate } = options
  const { timeoutMs = limits.webhookTimeoutSeconds * 1_000 } = options
  // Loaded with the first webhook: undici is a quarter of what a start would load.
  const open = async () => {
    const { createPublicAgent } = await import('../network/pinned-agent.ts')
    return createPublicAgent({
      resolve,
      allows: allowPrivate ? () => true : isPublicAddress,
      connectTimeoutMs: timeoutMs,
      keepAliveMs: 10_000,
    })
  }
  let opened: Promise<Dispatcher> | undefined
  return {
    async send(shipment) {
      opened ??= open()
      return attempt(await opened, clock, shipment, { allowPrivate, timeoutMs })
    },
    // Whoever closes has waited for what was under way.
    async close() {
      await (await opened)?.destroy()
    },
  }
}

async function attempt(
  agent: Dispatcher,
  clock: Clock,
  { url, eventId, payload, secrets }: Shipment,
  { allowPrivate, timeoutMs }: { allowPrivate: boolean; timeoutMs: number },
): Promise<AttemptOutcome> {
  const started = clock.now()
  const startedAt = performance.now()
  const deadline = AbortSignal.timeout(timeoutMs)
  const durationMs = () => Math.round(performance.now() - startedAt)
  try {
    // The resolver is never asked about a literal address, so the name is checked at each use.
    if (!allowPrivate) checkPublicName(url, ['https'])
    const { origin, pathname, search } = new URL(url)
    const signed = signWebhook({ id: eventId, body: payload, secrets, now: () => started })
    const response = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: 'POST',
      headers: {
        ...signed,
        'Content-Type': 'application/json',
        'User-Agent': userAgent,
        'Accept-Encoding': 'identity',
      },
      body: payload,
      signal: deadline,
    })
    const text = await readStart(response.body)
    const status = response.statusCode
    const taken = status >= 200 && status < 300
    return {
      status,
      error: taken ? null : `HTTP ${status}`,
      response: text,
      durationMs: durationMs(),
      retryAfterMs: readRetryAfter(response.headers['retry-after'], clock.now()),
    }
  } catch (error) {
    return {
      status: null,
      error: deadline.aborted
        ? noAnswer(timeoutMs / 1_000)
        : connectionFailure(error, timeoutMs / 1_000),
      response: null,
      durationMs: durationMs(),
      retryAfterMs: null,
    }
  }
}

/**
 * Reads at most 64 KB of the answer and keeps its first 500 characters, but none that no store can
 * keep. The status has come by now
 * and decides: an answer that breaks off or does not end in time counts with what there is of it.
 */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of body) {
      parts.push(part as Buffer)
      length += (part as Buffer).length
      // Leaving the loop destroys the body: an endless answer costs no more than this.
      if (length >= limits.webhookAnswerBytes) break
    }
  } catch {
    // Explained above.
  }
  const text = Buffer.concat(parts).subarray(0, limits.webhookAnswerBytes).toString('utf8')
  return firstCharacters(keepableText(text), limits.webhookAnswerKept)
}

function readRetryAfter(header: string | string[] | undefined, now: number): number | null {
  const value = Array.isArray(header) ? header[0] : header
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
