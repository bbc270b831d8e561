import { limits } from '@doorkit/models'
import type { Store, WriteOp } from '@doorkit/store'
import { answerPeople, answerPersonId } from '../collections/answer-person.ts'
import { equals } from '../collections/collection.ts'
import { counters, erasureCounterId } from '../collections/counter.ts'
import {
  idempotency,
  reservedUntil,
  type StoredIdempotency,
} from '../collections/idempotency-key.ts'
import { signPerson } from '../ids/sign-person.ts'
import { erasedAnswer } from '../privacy/erase-answers.ts'
import type { WholeAnswer } from '../requests/answer.ts'
import type { Services } from '../services/services.ts'
import {
  type IdempotencyKeyState,
  type IdempotencyLookup,
  openStoredAnswer,
  readState,
} from './find-stored-answer.ts'

/**
 * One request's lock on its idempotency key. The answer is stored in the commit that has the effect. Only
 * one request per key can commit an answer, so nothing is written up front. A request with effects
 * outside of that commit claims the key first, see {@link IdempotencyLock.claimWrites}.
 */
export interface IdempotencyLock {
  /** The id of the stored row: the same for a request and its repeats. */
  readonly id: string
  /** Stored with the answer: a replay has the request id of the original. */
  readonly requestId: string
  /**
   * Reads the answer of another request with the key; null if there is none yet. After this call, only
   * later erasures make a commit fail.
   *
   * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
   */
  findAnswer(): Promise<WholeAnswer | null>
  /**
   * The writes that claim the key. They belong to the first commit of a request with several commits: a
   * second request then sees that the first is still running.
   */
  claimWrites(): readonly WriteOp[]
  /** Call this once the commit with `claimWrites` has succeeded. */
  markClaimed(): void
  /** Whether this request has claimed the key. */
  isClaimed(): boolean
  /**
   * The writes that store the answer. They belong to the operation's own commit, so that an effect and
   * its answer are stored together or not at all. The commit fails if another request has taken the key.
   * It also fails if the answer is about `people` and somebody was erased since it was read.
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

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly lookup: IdempotencyLookup
  /** The digest of the request: a retry must have the same. */
  readonly digest: string
  readonly requestId: string
}

/** Makes the lock of a request on its idempotency key. It does not claim the key yet. */
export function createIdempotencyLock(
  services: Services,
  { lookup, digest, requestId }: IdempotentRequest,
): IdempotencyLock {
  const { store, clock, vault } = services
  const { workspace, id } = lookup
  const expires_at = clock.now() + limits.idempotencyReplaySeconds * 1_000
  const ifClaimed = { when: [equals('token', requestId)] }
  let hasClaim = false
  let firstState: Promise<IdempotencyKeyState> | null = lookup.state
  let row: StoredIdempotency | null = null
  let erasures = 0

  /** Replaces the row that `findAnswer` found. If two requests found the same row, only one can do it. */
  function replaceRow(
    keys: Pick<StoredIdempotency['keys'], 'token' | 'locked_until'>,
    data: StoredIdempotency['data'],
  ): WriteOp {
    const set = { ...keys, expires_at }
    if (row) return idempotency.edit(row, { set, data })
    return idempotency.insert(id, { workspace, ...set }, data)
  }

  /** An answer may contain people who were erased after it was made, but none erased before. */
  function checkNoErasure(): WriteOp {
    return {
      op: 'check',
      ...counters.ref(workspace, erasureCounterId),
      exists: true,
      when: [equals('value', erasures)],
    }
  }

  return {
    id,
    requestId,
    async findAnswer() {
      const reading = firstState ?? readState(store, workspace, id)
      firstState = null
      const state = await reading
      erasures = state.erasures
      row = state.row
      hasClaim = row?.keys.token === requestId
      if (!row || hasClaim || reservedUntil(row.keys) <= clock.now()) return null
      return openStoredAnswer(services, row, digest) ?? erasedAnswer(requestId)
    },
    claimWrites() {
      const locked_until = clock.now() + limits.idempotencyLockSeconds * 1_000
      const data = { fingerprint: digest, answer: null }
      return [replaceRow({ token: requestId, locked_until }, data)]
    },
    markClaimed() {
      hasClaim = true
    },
    isClaimed: () => hasClaim,
    answerWrites(answer, people) {
      const headers = { ...answer.headers, 'X-Request-Id': requestId }
      const sealed = vault.seal(JSON.stringify({ ...answer, headers }), id)
      const keys = { token: null, locked_until: null }
      const data = { fingerprint: digest, answer: sealed }
      return [
        hasClaim
          ? idempotency.patch(workspace, id, { set: keys, data }, ifClaimed)
          : replaceRow(keys, data),
        ...people.map((name) => {
          const person = signPerson(services, workspace, name)
          const about = { workspace, answer: id, expires_at }
          return answerPeople.insert(answerPersonId(person, requestId), about, null)
        }),
        ...(people.length > 0 ? [checkNoErasure()] : []),
      ]
    },
    releaseWrites: () => (hasClaim ? [idempotency.remove(workspace, id, ifClaimed)] : []),
  }
}
