import type { Store, WriteOp } from '@doorkit/store'
import { Failure } from '../errors/failure.ts'
import type { WholeAnswer } from './answer.ts'

/**
 * The claim of one request to its idempotency key. The answer is stored by the commit that has the
 * effect, and of two requests with a key one can store its answer: so nothing is written before. A
 * request that acts outside of that commit holds the key first, see {@link Lock.hold}.
 */
export interface Lock {
  /** Names what is kept under the key: the same for a request and its repeats. */
  readonly id: string
  /** Stored with the answer: a replay carries the request id of the original. */
  readonly requestId: string
  /**
   * Finds the answer of another request with the key; null until it exists. From here on, only
   * later erasures fail a commit.
   *
   * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
   */
  look(): Promise<WholeAnswer | null>
  /**
   * Holds the key, as part of the first commit of a request that acts before its last one: a second
   * request learns that the first still runs.
   */
  hold(): readonly WriteOp[]
  /** Says that the commit with `hold` was made. */
  held(): void
  /** Whether the key is held: by an operation that acts outside of its last commit. */
  isHeld(): boolean
  /**
   * Stores the answer as part of the operation's own commit. The commit fails when another request
   * has the key by then, so that an effect and its answer stand or fall together, once. It also
   * fails when somebody was erased in between and the answer is about people: the addresses and ids
   * that an erasure finds it by.
   */
  settle(answer: WholeAnswer, people: readonly string[]): readonly WriteOp[]
  /** Frees a key that is held, as part of a commit: for answers that are not replayed. */
  free(): readonly WriteOp[]
}

/** Frees the key of a request after an answer that is not replayed. */
export async function freeKey(store: Store, lock: Lock | null): Promise<void> {
  const ops = lock?.free() ?? []
  if (ops.length > 0) await store.commit(ops)
}

/** The refusal of a request whose key another one has. It is never stored as an answer. */
export function idempotencyKeyInUse(): Failure {
  const detail = 'The first request with this key is still running. Send this again in a moment.'
  return new Failure('idempotency_key_in_use', detail, {
    param: 'Idempotency-Key',
    headers: { 'Retry-After': '1' },
  })
}
