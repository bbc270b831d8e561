import { toBase64 } from '#hmac'
import { rawBody, type WebhookBody } from './body.ts'
import { verificationError } from './error.ts'
import { macsOf, type WebhookSecrets } from './secret.ts'
import { nowSeconds } from './timestamp-tolerance.ts'

/** Input of {@link signWebhook}. */
export type SignOptions = WebhookSecrets & {
  /** The event's id: visible ASCII without a dot, the same on every attempt. */
  id: string
  /** The time of this attempt: a `Date`, or whole seconds since 1970. Default: the clock. */
  timestamp?: Date | number | undefined
  /** The body, exactly as it will be sent. */
  body: WebhookBody
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined
}

/** The three headers of a webhook request (docs/api.md#webhook-requests). */
export interface SignedHeaders {
  /** The id of the event. */
  'webhook-id': string
  /** The time of the attempt, in whole seconds since 1970. */
  'webhook-timestamp': string
  /** One `v1,<base64>` for each secret, separated by spaces. */
  'webhook-signature': string
  /** Lets you pass the object wherever headers are accepted. */
  [name: string]: string
}

/**
 * Signs a body and returns the headers to send with it. The signature has one `v1` entry per secret.
 *
 * @throws {WebhookError} `invalid_option` for an id, timestamp or clock that is not valid; or another
 *   code if the secret or the body is not valid.
 * @see Standard Webhooks, "Signature scheme"
 */
export function signWebhook(options: SignOptions): SignedHeaders {
  const macs = macsOf(options)
  const body = rawBody(options.body)
  const given = options.timestamp ?? nowSeconds(options.now)
  const timestamp = given instanceof Date ? Math.floor(given.getTime() / 1_000) : given
  if (typeof options.id !== 'string' || !/^[!-~]+$/.test(options.id) || options.id.includes('.')) {
    throw verificationError('invalid_option', 'id')
  }
  if (!Number.isSafeInteger(timestamp) || timestamp < 0 || timestamp > 999_999_999_999) {
    throw verificationError('invalid_option', 'timestamp')
  }
  const seconds = String(timestamp)
  return {
    'webhook-id': options.id,
    'webhook-timestamp': seconds,
    'webhook-signature': macs
      .map((mac) => `v1,${toBase64(mac(options.id, seconds, body))}`)
      .join(' '),
  }
}
