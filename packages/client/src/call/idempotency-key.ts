import type { OperationInfo } from '../answer/operation-info.ts'
import type { Clock } from '../attempt/clock.ts'
import { ApiError } from '../errors/api-error.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'

/** The idempotency key of one call: the caller's, or a new one. A read must not have one. */
export function idempotencyKeyFor(method: string, given: string | undefined): string | undefined {
  const isRead = method === 'GET'
  if (given === undefined) return isRead ? undefined : crypto.randomUUID()
  // Null would be sent as the text "null", one key for unrelated calls.
  const isText = typeof given === 'string'
  if (!isRead && isText && /^[\x21-\x7e]{1,255}$/.test(given)) return given
  const expected = isRead ? 'left out: it is for writes' : '1 to 255 visible ASCII characters'
  throw new DoorkitError('invalid_argument', `idempotencyKey must be ${expected}`)
}

/** How long the server remembers an idempotency key (docs/api.md#idempotency). */
const rememberedMs = 86_400_000

/** The most idempotency keys that the client remembers; the server refuses the reuse of older ones. */
const mostKeys = 1_000

interface IdempotentCall {
  readonly operation: OperationInfo
  readonly target: string
  readonly body: string | undefined
  readonly idempotencyKey: string | undefined
  readonly stream?: boolean
}

/**
 * Remembers the idempotency key that the caller passed to a call, unless the answer is a stream. If the
 * idempotency key is new, returns a function that forgets it. A call that fails uses that function,
 * because the server may not have stored the idempotency key.
 *
 * @throws ApiError `idempotency_key_reused`, as the server would, for an idempotency key that was used
 *   with another method, path or body.
 */
export type RegisterIdempotencyKey = (call: IdempotentCall) => (() => void) | undefined

/** Creates a registry that keeps a digest of the request of each idempotency key, and no body. */
export function createIdempotencyKeyRegistry(clock: Pick<Clock, 'now'>): RegisterIdempotencyKey {
  const usedKeys = new Map<string, { readonly digest: number; readonly until: number }>()

  return ({ operation, target, body, idempotencyKey: key = '', stream }) => {
    // The server does not store a streamed answer, and frees its idempotency key at the end.
    if (stream) return undefined
    const digest = shortDigest(`${operation.method} ${target} ${body}`)
    const now = clock.now()
    const earlierUse = usedKeys.get(key)
    if (earlierUse && earlierUse.until > now) {
      if (earlierUse.digest === digest) return undefined
      throw keyReusedError()
    }
    usedKeys.delete(key)
    if (usedKeys.size === mostKeys) usedKeys.delete(usedKeys.keys().next().value ?? '')
    usedKeys.set(key, { digest, until: now + rememberedMs })
    return () => usedKeys.delete(key)
  }
}

function keyReusedError(): ApiError {
  const code = 'idempotency_key_reused'
  const detail =
    'This client used the idempotency key for another method, path or body. Use a new one.'
  const title = 'Idempotency key reused'
  return new ApiError({ code, title, detail, param: 'Idempotency-Key' }, { status: 422 })
}

/** FNV-1a, 32 bits: detects mistakes of the caller, not attacks. */
export function shortDigest(text: string): number {
  let digest = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    digest = Math.imul(digest ^ text.charCodeAt(index), 0x01000193)
  }
  return digest
}
