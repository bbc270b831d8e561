import { Failure } from '../errors/failure.ts'

/**
 * Refuses a request while another one with its key is running. This is never stored as an answer.
 *
 * @param param - the header or field of the key.
 */
export function idempotencyKeyInUse(param: string): Failure {
  const detail = `The first request with this ${keyWord(param)} is still running. Send the request again in a moment.`
  return new Failure('idempotency_key_in_use', detail, { param, headers: { 'Retry-After': '1' } })
}

/** Refuses a request whose key another request had. */
export function idempotencyKeyReused(param: string): Failure {
  const word = keyWord(param)
  const detail = `This ${word} was used for another request. Use a new ${word} for each new request.`
  return new Failure('idempotency_key_reused', detail, { param })
}

const keyWord = (param: string) => (param === 'Idempotency-Key' ? 'key' : param)
