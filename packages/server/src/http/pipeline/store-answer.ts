import { limits } from '@doorkit/models'
import { type IdempotencyLock, releaseIdempotencyKey } from '../../commit/idempotency-lock.ts'
import { erasedAnswer } from '../../privacy/erase-stored-answers.ts'
import { replayAnswer, type WholeAnswer } from '../../requests/http-answer.ts'
import type { Services } from '../../services/services.ts'

const retryMs = 1_000

/** Releases the idempotency key of a failed request. A failed release is repeated after the answer. */
export async function releaseOrRetry(services: Services, lock: IdempotencyLock): Promise<void> {
  const { store, clock, closing, logger } = services
  const release = () => releaseIdempotencyKey(store, lock)
  const retry = (tries: number) => {
    if (tries === 0 || closing.aborted) return
    clock.after(retryMs, () => {
      release().catch(() => retry(tries - 1))
    })
  }
  await release().catch((error) => {
    logger.warn(
      { request_id: lock.requestId, error },
      'An idempotency key could not be released yet. It expires by itself.',
    )
    retry((limits.idempotencyLockSeconds * 1_000) / retryMs)
  })
}

/**
 * Stores the refusal of a request, or the answer to an operation whose effects are already committed. If
 * it is about people, and somebody was erased since the key was read, {@link erasedAnswer} is stored and
 * returned instead. If another request with the key has been answered, its answer is returned.
 */
export async function storeAnswerAfter(
  services: Services,
  lock: IdempotencyLock,
  answer: WholeAnswer,
  people: readonly string[],
): Promise<WholeAnswer> {
  const stored = await storeAnswer(services, lock, answer, people)
  if (stored) return stored
  const erased = erasedAnswer(lock.requestId)
  return (await storeAnswer(services, lock, erased, [])) ?? erased
}

/**
 * Stores an answer and returns it. If another request with the key has been answered, its answer is
 * returned instead. Null if the commit fails for any other reason.
 */
export async function storeAnswer(
  { store }: Services,
  lock: IdempotencyLock,
  answer: WholeAnswer,
  people: readonly string[],
): Promise<WholeAnswer | null> {
  const { ok } = await store.commit(lock.answerWrites(answer, people))
  if (ok) return answer
  const first = await lock.findAnswer()
  return first && replayAnswer(first)
}
