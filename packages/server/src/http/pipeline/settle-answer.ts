import { limits } from '@doorkit/models'
import { freeKey, type Lock } from '../../commit/idempotency-lock.ts'
import { erasedAnswer } from '../../privacy/erase-answers.ts'
import type { WholeAnswer } from '../../requests/answer.ts'
import type { Services } from '../../services/services.ts'

const retryMs = 1_000

/** Releases a key after a failure. If the store refuses, it tries again later: the answer does not wait. */
export async function freeOrRetry(services: Services, lock: Lock): Promise<void> {
  const { store, clock, closing, logger } = services
  const free = () => freeKey(store, lock)
  const retry = (tries: number) => {
    if (tries === 0 || closing.aborted) return
    clock.after(retryMs, () => {
      free().catch(() => retry(tries - 1))
    })
  }
  await free().catch((error) => {
    logger.warn(
      { request_id: lock.requestId, error },
      'A key was not freed yet. It ends by itself.',
    )
    retry((limits.idempotencyLockSeconds * 1_000) / retryMs)
  })
}

/**
 * Stores an answer to an operation whose effects are already committed. If one of its people was erased in
 * the meantime, the answer of an erased person is stored and given instead. If another request has
 * answered under the key, its answer is given.
 */
export async function settleAfter(
  { store }: Services,
  lock: Lock,
  answer: WholeAnswer,
  people: readonly string[],
): Promise<WholeAnswer> {
  const settled = await settle(store, lock, answer, people)
  if (settled) return settled
  const erased = erasedAnswer(lock.requestId)
  return (await settle(store, lock, erased, [])) ?? erased
}

/**
 * Stores the answer to an operation that only read. If somebody was erased in the meantime, the answer is
 * given but not stored, so that a retry reads again. If another request has answered under the key, its
 * answer is given.
 */
export async function settleRead(
  { store }: Services,
  lock: Lock,
  answer: WholeAnswer,
  people: readonly string[],
): Promise<WholeAnswer> {
  return (await settle(store, lock, answer, people)) ?? answer
}

/** Stores an answer and returns it, or the answer of another request under the key. Null if neither works. */
async function settle(
  store: Services['store'],
  lock: Lock,
  answer: WholeAnswer,
  people: readonly string[],
): Promise<WholeAnswer | null> {
  const { ok } = await store.commit(lock.settle(answer, people))
  if (ok) return answer
  const first = await lock.look()
  return first && replay(first)
}

/** Marks an answer to an earlier request with the same key as a replay. */
export function replay(answer: WholeAnswer): WholeAnswer {
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } }
}
