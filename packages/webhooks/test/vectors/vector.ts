import { Buffer } from 'node:buffer'
import type { VerifyOptions, WebhookErrorCode } from '../../src/index.ts'
import { secrets } from './secrets.ts'

/** One case of `vectors.json`. */
export interface Vector {
  name: string
  /** Names in `secrets` of the file. */
  secrets: string[]
  headers: { [name: string]: string }
  /**
   * `text` is passed as a string, and `base64` as bytes. Otherwise the body is the string `before`,
   * followed by `repeat`, `times` times.
   */
  body: { text: string } | { base64: string } | { before: string; repeat: string; times: number }
  now_ms: number
  tolerance_seconds?: number
  /** `valid`, or the code of the error. */
  expect: 'valid' | WebhookErrorCode
  /** Whether the `standardwebhooks` package accepts the signature. */
  standardwebhooks: 'accepts' | 'refuses'
  /** Why the two outcomes differ, as a key of `divergences` in the file; absent if they agree. */
  divergence?: string
}

/** The body of a vector as it is passed. */
export function bodyOf(vector: Pick<Vector, 'body'>): string | Uint8Array {
  if ('text' in vector.body) return vector.body.text
  if ('base64' in vector.body) return Buffer.from(vector.body.base64, 'base64')
  return vector.body.before + vector.body.repeat.repeat(vector.body.times)
}

/** The options of `verifyWebhook` for a vector. */
export function inputOf(vector: Vector): VerifyOptions {
  return {
    body: bodyOf(vector),
    headers: vector.headers,
    secrets: vector.secrets.map((name) => secrets[name] ?? name),
    toleranceSeconds: vector.tolerance_seconds,
    now: () => vector.now_ms,
  }
}
