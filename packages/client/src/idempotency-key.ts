import { DoorkitError } from './errors/doorkit-error.ts'

/**
 * The key of one logical call: the caller's, or a fresh one. Reads have none.
 *
 * @throws DoorkitError `invalid_argument` for a key the server would refuse (spec: Limits).
 */
export function idempotencyKeyFor(method: string, given: string | undefined): string | undefined {
  if (given === undefined) return method === 'GET' ? undefined : crypto.randomUUID()
  if (method === 'GET') {
    throw new DoorkitError('invalid_argument', 'idempotencyKey is for writes: leave it out here')
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(given)) {
    throw new DoorkitError(
      'invalid_argument',
      'idempotencyKey must be 1 to 255 visible ASCII characters',
    )
  }
  return given
}
