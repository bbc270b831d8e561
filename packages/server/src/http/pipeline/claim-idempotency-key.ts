import { limits } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { answerPeople, answerPersonId } from '../../collections/answer-person.ts'
import { equals } from '../../collections/collection.ts'
import { counters, erasureCounterId } from '../../collections/counter.ts'
import {
  idempotency,
  reservedUntil,
  type StoredIdempotency,
} from '../../collections/idempotency-key.ts'
import type { IdempotencyLock } from '../../commit/idempotency-lock.ts'
import { signPerson } from '../../ids/sign-person.ts'
import { erasedAnswer } from '../../privacy/erase-answers.ts'
import type { Services } from '../../services/services.ts'
import {
  type IdempotencyKeyState,
  type IdempotentRequest,
  openStoredAnswer,
  readState,
} from './look-at-idempotency-key.ts'

/** Makes the lock of a request on its idempotency key. It does not claim the key yet. */
export function createIdempotencyLock(
  services: Services,
  { lookup, digest, param, requestId }: IdempotentRequest,
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
    columns: Pick<StoredIdempotency['columns'], 'token' | 'locked_until'>,
    data: StoredIdempotency['data'],
  ): WriteOp {
    const set = { ...columns, expires_at }
    if (row) return idempotency.edit(row, { set, data })
    return idempotency.insert(id, { workspace, ...set }, data)
  }

  /**
   * Checks that nobody was erased since the key was read, so that no stored answer contains a person who
   * was erased before.
   */
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
    param,
    requestId,
    async findAnswer() {
      const reading = firstState ?? readState(store, workspace, id)
      firstState = null
      const state = await reading
      erasures = state.erasures
      row = state.row
      hasClaim = row?.columns.token === requestId
      if (!row || hasClaim || reservedUntil(row.columns) <= clock.now()) return null
      return openStoredAnswer(services, row, { digest, param }) ?? erasedAnswer(requestId)
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
      const columns = { token: null, locked_until: null }
      const data = { fingerprint: digest, answer: sealed }
      return [
        hasClaim
          ? idempotency.patch(workspace, id, { set: columns, data }, ifClaimed)
          : replaceRow(columns, data),
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
