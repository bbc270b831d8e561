import type { Clock } from '../attempt/clock.ts'
import { ApiError } from '../errors/api-error.ts'
import type { OutgoingCall } from './outgoing-call.ts'

/** How long the server remembers a key (docs/api.md#idempotency). */
const rememberedMs = 86_400_000

/** The most keys that are remembered here; what was forgotten, the server finds. */
const mostKeys = 1_000

/**
 * Notes the key that the caller gave to a call. If it is new, gives what forgets it again, for a call
 * that fails: the server may not have taken the key either.
 *
 * @throws ApiError `idempotency_key_reused`, as the server would: the key stands for another method,
 *   path or body.
 */
export type ClaimKey = (call: OutgoingCall<unknown>) => (() => void) | undefined

/** Remembers the requests that the caller's keys were used for: digests only, no body stays in memory. */
export function createKeyLedger(clock: Pick<Clock, 'now'>): ClaimKey {
  const used = new Map<string, { readonly digest: number; readonly until: number }>()

  return ({ operation, target, body, idempotencyKey: key = '', stream }) => {
    // The answer of a stream is not stored, and its key is free again at its end.
    if (stream) return undefined
    const digest = digestOf(`${operation.method} ${target} ${body}`)
    const now = clock.now()
    const known = used.get(key)
    if (known && known.until > now) {
      if (known.digest === digest) return undefined
      throw keyReused()
    }
    used.delete(key)
    if (used.size === mostKeys) used.delete(used.keys().next().value ?? '')
    used.set(key, { digest, until: now + rememberedMs })
    return () => used.delete(key)
  }
}

function keyReused(): ApiError {
  const code = 'idempotency_key_reused'
  const detail =
    'This client used the idempotency key for another method, path or body. Take a new one.'
  const title = 'Idempotency key reused'
  return new ApiError({ code, title, detail, param: 'Idempotency-Key' }, { status: 422 })
}

/** FNV-1a, 32 bits: of what it mistakes for the same, the server takes care. */
function digestOf(text: string): number {
  let digest = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    digest = Math.imul(digest ^ text.charCodeAt(index), 0x01000193)
  }
  return digest
}
