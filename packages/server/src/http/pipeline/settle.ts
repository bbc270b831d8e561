import { limits } from '@doorkit/models'
import type { WholeAnswer } from '../../kit/answer.ts'
import type { Lock } from '../../kit/idempotency-lock.ts'
import type { Services } from '../../kit/services.ts'
import { erasedAnswer } from '../../privacy/erase-answers.ts'

const freeAgainMs = 1_000

/** Frees a key after a failure, which its answer tells whether or not the store takes this write. */
export async function freeOrLeave(
  services: Services,
  lock: Lock,
  requestId: string,
): Promise<void> {
  const { store, clock, closing, logger } = services
  const free = () => store.commit([lock.free()])
  const again = (tries: number) => {
    if (tries === 0 || closing.aborted) return
    clock.after(freeAgainMs, () => {
      free().catch(() => again(tries - 1))
    })
  }
  await free().catch((error) => {
    logger.warn({ request_id: requestId, error }, 'A key was not freed yet. It ends by itself.')
    again((limits.idempotencyLockSeconds * 1_000) / freeAgainMs)
  })
}

/** Keeps an answer that was made outside of a commit, unless one of its people was erased since. */
export async function settleAfter(
  services: Services,
  lock: Lock,
  answer: WholeAnswer,
  people: readonly string[],
): Promise<WholeAnswer> {
  const { ok } = await services.store.commit(lock.settle(answer, people))
  if (ok || !(await lock.held())) return answer
  const erased = erasedAnswer(lock.requestId)
  await services.store.commit(lock.settle(erased, []))
  return erased
}
