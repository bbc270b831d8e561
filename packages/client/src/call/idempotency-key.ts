import { DoorkitError } from '../errors/doorkit-error.ts'

/**
 * The key of one logical call: the caller's, or a fresh one. Reads have none.
 *
 * @throws DoorkitError `invalid_argument` for a key the server would refuse (docs/api.md#idempotency).
 */
export function idempotencyKeyFor(method: string, given: string | undefined): string | undefined {
  const isRead = method === 'GET'
  if (given === undefined) return isRead ? undefined : crypto.randomUUID()
  // Null would be tested, and sent, as the text "null": one key for calls that have nothing in common.
  const isText = typeof given === 'string'
  if (!isRead && isText && /^[\x21-\x7e]{1,255}$/.test(given)) return given
  const expected = isRead ? 'left out: it is for writes' : '1 to 255 visible ASCII characters'
  throw new DoorkitError('invalid_argument', `idempotencyKey must be ${expected}`)
}
