import { createHash } from 'node:crypto'
import { limits } from '@doorkit/models'
import { invalid } from '../../errors/failure.ts'
import type { HttpRequest } from './http-request.ts'
import type { Body } from './limited-body.ts'

/** A digest of method, path with query, and body. A retry must have the same digest as its request. */
export function requestDigest(method: string, path: string, { bytes, tooLarge }: Body): string {
  const head = `${method} ${path}\n${tooLarge ? 'and more:' : ''}`
  return createHash('sha256').update(head).update(bytes).digest('base64url')
}

/** Reads the Idempotency-Key header (docs/api.md#idempotency): 1 to 255 visible ASCII characters. */
export function readIdempotencyKey(request: HttpRequest): string | null {
  const key = request.header('idempotency-key')
  if (key === null) return null
  if (key.length > limits.idempotencyKeyLength || !/^[\x21-\x7e]+$/.test(key)) {
    throw invalid(
      'Idempotency-Key',
      `An idempotency key has 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`,
    )
  }
  return key
}

/**
 * Reads the idempotency key from a member of the body. Null if it is invalid: the check of the body
 * refuses it later.
 */
export function readIdempotencyMember({ bytes, tooLarge }: Body, member: string): string | null {
  if (tooLarge) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))[member]
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}
