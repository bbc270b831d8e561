import { createMac } from '#hmac'
import { rawBody } from './body.ts'
import { bodyVariants } from './body-variants.ts'
import { likelyFinding, provenFinding, type WebhookFinding } from './diagnosis-finding.ts'
import { WebhookError, type WebhookErrorCode } from './error.ts'
import { readHeader, repeatableHeaders } from './headers.ts'
import type { Mac } from './hmac.ts'
import { macsOf, secretsOf } from './secret.ts'
import { matchesCandidate, signatureCandidates } from './signature.ts'
import { nowSeconds } from './timestamp-tolerance.ts'
import { type VerifyOptions, verifyWebhookSignature } from './verify.ts'

/** The result of {@link diagnoseWebhook}. */
export interface WebhookDiagnosis {
  /** Whether the delivery passes verification. */
  verified: boolean
  /** The code with which {@link verifyWebhookSignature} refuses the delivery; undefined if it passes. */
  code?: WebhookErrorCode | undefined
  /** The reasons, most likely first; empty if the delivery passes. */
  findings: WebhookFinding[]
}

/** Input of {@link diagnoseWebhook}. */
export type DiagnoseOptions = VerifyOptions & {
  /** More secrets to try, by name, such as those of other endpoints or environments. */
  otherSecrets?: { readonly [name: string]: string } | undefined
}

/**
 * Finds out why a delivery does not pass verification, by trying the usual mistakes one by one. It
 * computes many signatures, so use it while you set up a receiver, not for every request. It never
 * accepts a delivery; it only explains.
 */
export function diagnoseWebhook(input: DiagnoseOptions): WebhookDiagnosis {
  let options = input
  try {
    options = { ...input, headers: repeatableHeaders(input.headers) }
    verifyWebhookSignature(options)
    return { verified: true, findings: [] }
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    return { verified: false, code: error.code, findings: findingsFor(error, options) }
  }
}

function findingsFor(error: WebhookError, options: DiagnoseOptions): WebhookFinding[] {
  switch (error.code) {
    case 'timestamp_too_old':
    case 'timestamp_too_new':
      return [clockFinding(options), ...signatureFindings(options)]
    case 'malformed_timestamp':
      return [timestampFinding(error, options)]
    case 'no_matching_signature':
      return signatureFindings(options)
    default:
      return [setUpFinding(error)]
  }
}

const setUpFinding = ({ message }: WebhookError) => provenFinding('set_up', message)

function clockFinding(options: DiagnoseOptions): WebhookFinding {
  const skew = nowSeconds(options.now) - Number(readHeader(options.headers, 'webhook-timestamp'))
  const direction = skew > 0 ? 'ahead of' : 'behind'
  return provenFinding(
    'clock_skew',
    `This clock is ${Math.abs(skew)} s ${direction} the signature. Set it by NTP; if it is right, ${skew > 0 ? 'the delivery was held back or replayed' : 'the clock of the sender is wrong'}.`,
  )
}

function timestampFinding(error: WebhookError, options: DiagnoseOptions): WebhookFinding {
  return /^\d{13}$/.test(readHeader(options.headers, 'webhook-timestamp'))
    ? provenFinding(
        'timestamp_in_milliseconds',
        'webhook-timestamp is in milliseconds. Sign with whole seconds since 1970.',
      )
    : setUpFinding(error)
}

/** The reasons why no signature matches; empty if one does. */
function signatureFindings(options: DiagnoseOptions): WebhookFinding[] {
  try {
    return trySignatures(options)
  } catch (error) {
    // Verification never reads `otherSecrets`, and reads no signature after it has refused a timestamp.
    if (error instanceof WebhookError) return [setUpFinding(error)]
    throw error
  }
}

function trySignatures(options: DiagnoseOptions): WebhookFinding[] {
  const id = readHeader(options.headers, 'webhook-id')
  const timestamp = readHeader(options.headers, 'webhook-timestamp')
  const candidates = signatureCandidates(readHeader(options.headers, 'webhook-signature'))
  const body = rawBody(options.body)
  const macs = macsOf(options)
  const matches = (mac: Mac, content: string | Uint8Array) =>
    matchesCandidate(mac(id, timestamp, content), candidates)
  if (macs.some((mac) => matches(mac, body))) return []

  for (const [name, secret] of Object.entries(options.otherSecrets ?? {})) {
    if (!macsOfOther(name, secret).some((mac) => matches(mac, body))) continue
    return [
      provenFinding(
        'other_secret',
        `The delivery was signed with the secret called ${name}. Use it.`,
      ),
    ]
  }
  if (literalMacs(options).some((mac) => matches(mac, body))) {
    return [
      provenFinding(
        'secret_not_decoded',
        'The sender signed with the text of the secret. The key is the part after whsec_, decoded from base64.',
      ),
    ]
  }
  const { variants, suspicion } = bodyVariants(body, contentLength(options))
  const variant = variants.find(({ content }) => macs.some((mac) => matches(mac, content)))
  if (variant) return [provenFinding('body_changed', variant.advice)]
  const wrongSecret = likelyFinding(
    'wrong_secret',
    'The secret belongs to another endpoint or environment, or was replaced more than 24 hours ago. Compare it with the one shown at creation or rotation.',
  )
  return suspicion ? [suspicion, wrongSecret] : [wrongSecret]
}

function macsOfOther(name: string, secret: string): Mac[] {
  try {
    return macsOf({ secret })
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    throw new WebhookError(error.code, `otherSecrets.${name}: ${error.message}`)
  }
}

/** The MACs of a sender that forgot to decode the secret, and used its text as the key. */
function literalMacs(options: DiagnoseOptions): Mac[] {
  return secretsOf(options)
    .flatMap((secret) => [String(secret), String(secret).replace(/^whsec_/, '')])
    .map((text) => createMac(new TextEncoder().encode(text)))
}

function contentLength(options: DiagnoseOptions): number | undefined {
  try {
    const length = Number(readHeader(options.headers, 'content-length'))
    return Number.isNaN(length) ? undefined : length
  } catch {
    return undefined
  }
}
