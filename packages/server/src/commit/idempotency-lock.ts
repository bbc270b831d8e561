import type { Store, WriteOp } from '@doorkit/store'
import { Failure } from '../errors/failure.ts'
import type { WholeAnswer } from '../requests/http-answer.ts'

/**
 * One request's lock on its idempotency key. The answer is stored in the commit that has the effect.
 * Only one request per key can commit an answer, so most requests write nothing before that commit. A
 * request with effects outside of that commit claims the key first, see
 * {@link IdempotencyLock.claimWrites}.
 */
export interface IdempotencyLock {
  /** The id of the stored row: the same for a request and its repeats. */
  readonly id: string
  /** The header or field that contains the key. */
  readonly param: string
  /** The id of this request. It is stored with the answer, and a replay carries it too. */
  readonly requestId: string
  /**
   * Reads the answer of another request with the key; null if there is none yet. If somebody is erased
   * after this call, the commit of an answer about people fails.
   *
   * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
   */
  findAnswer(): Promise<WholeAnswer | null>
  /**
   * The writes that claim the key. A request with several commits adds them to its first one, so that a
   * second request sees that the first is still running.
   */
  claimWrites(): readonly WriteOp[]
  /** Call this once the commit with `claimWrites` has succeeded. */
  markClaimed(): void
  isClaimed(): boolean
  /**
   * The writes that store the answer. They belong to the operation's own commit, so that an effect and
   * its answer are stored together or not at all. The commit fails if another request has used the key.
   * It also fails if there are `people` and somebody has been erased since `findAnswer`.
   *
   * @param people - addresses and ids by which an erasure finds the answer.
   */
  answerWrites(answer: WholeAnswer, people: readonly string[]): readonly WriteOp[]
  /** The writes that release a claimed key, for answers that are not replayed. */
  releaseWrites(): readonly WriteOp[]
}

/** Releases the key of a request whose answer is not replayed. */
export async function releaseIdempotencyKey(
  store: Store,
  lock: IdempotencyLock | null,
): Promise<void> {
  const ops = lock?.releaseWrites() ?? []
  if (ops.length > 0) await store.commit(ops)
}

/**
 * Makes the refusal of a request while another one with its key is running, or after that one was
 * answered first. This refusal is never stored as an answer.
 *
 * @param param - the header or field that contains the key.
 */
export function idempotencyKeyInUse(param: string): Failure {
  const detail = `The first request with this ${keyWord(param)} is still running. Send the request again in a moment.`
  return new Failure('idempotency_key_in_use', detail, { param, headers: { 'Retry-After': '1' } })
}

export function idempotencyKeyReused(param: string): Failure {
  const word = keyWord(param)
  const detail = `This ${word} was used for another request. Use a new ${word} for each new request.`
  return new Failure('idempotency_key_reused', detail, { param })
}

const keyWord = (param: string) => (param === 'Idempotency-Key' ? 'idempotency key' : param)
