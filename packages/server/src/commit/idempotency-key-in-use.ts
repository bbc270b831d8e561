import { Failure } from '../errors/failure.ts'

/** Refuses a request while another one with its key is running. This is never stored as an answer. */
export function idempotencyKeyInUse(): Failure {
  const detail = 'The first request with this key is still running. Send this again in a moment.'
  return new Failure('idempotency_key_in_use', detail, {
    param: 'Idempotency-Key',
    headers: { 'Retry-After': '1' },
  })
}
