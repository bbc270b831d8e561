import { limits } from '@doorkit/models'
import type { WholeAnswer } from '../../kit/answer.ts'
import { freeKey, type Lock } from '../../kit/idempotency-lock.ts'
import type { Services } from '../../kit/services.ts'
import { erasedAnswer } from '../../privacy/erase-answers.ts'

const freeAgainMs = 1_000

/** Frees a key after a failure, whose answer stays the same whether or not the store takes this. */
export async function freeOrLeave(services: Services, lock: Lock): Promise<void> {
  const { store, clock, closing, logger } = services
  const free = () => freeKey(store, lock)
  const again = (tries: number) => {
    if (tries === 0 || closing.aborted) return
    clock.after(freeAgainMs, () => {
      free().catch(() => again(tries - 1))
    })
  }
  await free().catch((error) => {
    logger.warn(
      { request_id: lock.requestId, error },
      'A key was not freed yet. It ends by itself.',
    )
    again((limits.idempotencyLockSeconds * 1_000) / freeAgainMs)
  })
}

/**
 * Keeps an answer that was made outside of a commit, unless one of its people was erased since.
 * Where another request has answered under the key by now, its answer is given instead.
 */
export async function settleAfter(
  { store }: Services,
  lock: Lock,
  answer: WholeAnswer,
  people: readonly string[],
): Promise<WholeAnswer> {
  const kept = await keep(store, lock, answer, people)
  if (kept) return kept
  const erased = erasedAnswer(lock.requestId)
  await store.commit(lock.settle(erased, []))
  return erased
}

/**
 * Keeps the answer of an operation that only read. Where somebody was erased since then, the answer is
 * given and not kept: the key stays free, and a retry reads again. Where another request has answered
 * under the key by now, its answer is given instead.
 */
export async function settleRead(
  { store }: Services,
  lock: Lock,
  answer: WholeAnswer,
  people: readonly string[],
): Promise<WholeAnswer> {
  return (await keep(store, lock, answer, people)) ?? answer
}

/**
 * Keeps an answer, and gives it; or the answer of another request under the key, or null where neither
 * can be kept, as somebody was erased.
 */
async function keep(
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

/** The answer of an earlier request with the same key, marked as one. */
export function replay(answer: WholeAnswer): WholeAnswer {
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } }
}
