import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { secrets } from './secrets.ts'
import { bodyOf, type Vector } from './vector.ts'

/** The time when the vectors were signed, in seconds since 1970. */
export const SIGNED_AT = 1_760_000_000

/** The id of the event in the vectors. */
export const ID = 'evt_2mXJ5vT0'

/** The differences of a delivery from a correct one. */
export interface Deviation {
  id?: string
  timestamp?: string
  /** The body that is passed, if it differs from the signed one. */
  received?: Vector['body']
  /** The headers that are passed, if they differ from the signed ones. */
  headers?: { [name: string]: string }
  secrets?: string[]
  /** The names of the secrets that sign. Default: `secrets`. */
  signedWith?: string[]
  /** Replaces the signature header, given the right one. */
  signatureHeader?: (right: string) => string
  nowMs?: number
  toleranceSeconds?: number
  expect?: Vector['expect']
  standardwebhooks?: Vector['standardwebhooks']
  divergence?: string
}

/** The body of an event, with fields replaced or, given undefined, left out. */
export const event = (fields: object = {}) =>
  JSON.stringify({
    id: ID,
    object: 'event',
    type: 'webhook.test',
    created_at: '2025-10-09T08:53:20.000Z',
    api_version: '2026-10-12',
    data: { object: { endpoint: 'we_1', message: 'Hello' } },
    ...fields,
  })

/** The body of most vectors. */
export const plain = event()

/** The entry of the signature header that a correct sender computes, with node:crypto alone. */
export function signature(
  secret: string,
  id: string,
  timestamp: string | number,
  body: string | Uint8Array,
): string {
  const bytes = Buffer.from((secrets[secret] ?? '').trim().replace(/^(v1,)?whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

/** A correctly signed delivery, except for the deviation. */
export function vector(name: string, body: Vector['body'], deviation: Deviation = {}): Vector {
  const id = deviation.id ?? ID
  const timestamp = deviation.timestamp ?? String(SIGNED_AT)
  const right = (deviation.signedWith ?? deviation.secrets ?? ['current'])
    .map((secret) => signature(secret, id, timestamp, bodyOf({ body })))
    .join(' ')
  const expect = deviation.expect ?? 'valid'
  const isAccepted = expect === 'valid' || expect.startsWith('payload_')
  return {
    name,
    secrets: deviation.secrets ?? ['current'],
    headers: deviation.headers ?? {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': deviation.signatureHeader?.(right) ?? right,
    },
    body: deviation.received ?? body,
    now_ms: deviation.nowMs ?? SIGNED_AT * 1000,
    ...(deviation.toleranceSeconds === undefined
      ? {}
      : { tolerance_seconds: deviation.toleranceSeconds }),
    expect,
    standardwebhooks: deviation.standardwebhooks ?? (isAccepted ? 'accepts' : 'refuses'),
    ...(deviation.divergence === undefined ? {} : { divergence: deviation.divergence }),
  }
}
