import { rawBody, type WebhookBody } from './body.ts'
import type { WebhookEvent } from './contract.ts'
import { verificationError } from './error.ts'
import { readHeader, repeatableHeaders, type WebhookHeaders } from './headers.ts'
import { parseEvent } from './parse-event.ts'
import { macsOf, type WebhookSecrets } from './secret.ts'
import { matchesCandidate, signatureCandidates } from './signature.ts'
import { checkTimestamp, type WebhookClock } from './timestamp-tolerance.ts'

/** The raw body and headers of one delivery. */
export interface WebhookDelivery {
  /** The body as it arrived, not parsed and serialized again. */
  body: WebhookBody
  /** The headers of the request, with names in any case. */
  headers: WebhookHeaders
}

/** Input of {@link verifyWebhook}. */
export type VerifyOptions = WebhookDelivery & WebhookClock & WebhookSecrets

/** The facts that a valid signature proves. */
export interface VerifiedSignature {
  /** The event's id, the same in every attempt: dedupe by it. */
  id: string
  /** The time when this attempt was signed, in seconds since 1970. */
  timestampSeconds: number
  /** The index in `secrets` of the secret that matched. Remove an old secret when it no longer matches. */
  secretIndex: number
}

/**
 * Verifies a delivery and returns its event, synchronously on every runtime.
 *
 * The `type` of the event narrows its `data`. An event of a type that this version does not know has the
 * type `unknown` and the original event as `raw`.
 *
 * @throws {WebhookError} if the delivery is not authentic, is too old or too new, was changed before
 *   this call, or contains no event, and if an option is not valid; `code` says which.
 * @see Standard Webhooks, "Verifying signatures"
 */
export function verifyWebhook(options: VerifyOptions): WebhookEvent {
  const { id } = verifyWebhookSignature(options)
  return parseEvent(rawBody(options.body), id)
}

/**
 * Verifies a delivery without parsing its body, for programs that parse it themselves or need to know
 * which secret matched.
 *
 * @throws {WebhookError} as {@link verifyWebhook}, but not for a body that contains no event.
 */
export function verifyWebhookSignature(options: VerifyOptions): VerifiedSignature {
  const macs = macsOf(options)
  const body = rawBody(options.body)
  const headers = repeatableHeaders(options.headers)
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signature = readHeader(headers, 'webhook-signature')
  // The signed content joins its parts with dots, so a dot in the id would make it ambiguous. Node and
  // `Headers` join a repeated header with a comma and a space.
  if (/\.|, /.test(id)) throw verificationError('malformed_header', 'webhook-id')
  checkTimestamp(timestamp, options)
  const candidates = signatureCandidates(signature)
  const secretIndex =
    candidates.length === 0
      ? -1
      : macs.findIndex((mac) => matchesCandidate(mac(id, timestamp, body), candidates))
  if (secretIndex === -1) throw verificationError('no_matching_signature')
  return { id, timestampSeconds: Number(timestamp), secretIndex }
}
