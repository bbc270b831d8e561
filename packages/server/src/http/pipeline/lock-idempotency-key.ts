import { createHash, hash } from 'node:crypto'
import { limits } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { equals, getTogether } from '../../collections/collection.ts'
import { counters, erasureCounterId } from '../../collections/counter.ts'
import {
  idempotency,
  reservedUntil,
  type StoredIdempotency,
} from '../../collections/idempotency-key.ts'
import { answerPeople, answerPersonId } from '../../collections/person-in-stored-answer.ts'
import {
  type IdempotencyLock,
  idempotencyKeyInUse,
  idempotencyKeyReused,
} from '../../commit/idempotency-lock.ts'
import { invalid } from '../../errors/failure.ts'
import { signPerson } from '../../ids/pseudonyms.ts'
import { erasedAnswer, openAnswer } from '../../privacy/erase-stored-answers.ts'
import type { RequestPrincipal } from '../../requests/principal.ts'
import type { Services } from '../../services/services.ts'
import type { Body, HttpRequest } from './http-request.ts'

/** Reads the Idempotency-Key header (docs/api.md#idempotency): 1 to 255 visible ASCII characters. */
export function readIdempotencyKey(request: HttpRequest): string | null {
  const key = request.header('idempotency-key')
  if (key === null) return null
  if (key.length > limits.idempotencyKeyLength || !/^[\x21-\x7e]+$/.test(key)) {
    const detail = `An idempotency key has 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`
    throw invalid('Idempotency-Key', detail)
  }
  return key
}

/** Reads the idempotency key from a member of the body; null if the body has no such text. */
export function readIdempotencyMember({ bytes, tooLarge }: Body, member: string): string | null {
  if (tooLarge) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))[member]
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** A digest of method, path with query, and body. It must be the same for all requests with one key. */
export function requestDigest(method: string, path: string, { bytes, tooLarge }: Body): string {
  const head = `${method} ${path}\n${tooLarge ? 'and more:' : ''}`
  return createHash('sha256').update(head).update(bytes).digest('base64url')
}

export type IdempotencyLookup = ReturnType<typeof lookAtIdempotencyKey>

/** Starts reading the row of an idempotency key, and the erasure counter. */
export function lookAtIdempotencyKey(
  store: Services['store'],
  { principal, workspace: { id: workspace } }: RequestPrincipal,
  idempotencyKey: string,
) {
  const id = `${principal.id}.${hash('sha256', idempotencyKey, 'base64url')}`
  return { workspace, id, state: readState(store, workspace, id) }
}

interface IdempotentRequest {
  readonly requestPrincipal: RequestPrincipal
  readonly idempotencyKey: string
  /** The header or field that contains the key. */
  readonly param: string
  readonly digest: string
  readonly requestId: string
  /** The lookup of the prefetch; null if there was none. */
  readonly prefetched: IdempotencyLookup | null
}

/** Makes the lock of a request on its idempotency key. It does not claim the key yet. */
export async function lockIdempotencyKey(
  services: Services,
  { requestPrincipal, idempotencyKey, param, digest, requestId, prefetched }: IdempotentRequest,
): Promise<IdempotencyLock> {
  const { store, clock, vault } = services
  // If there is a row, it is read again: while the body arrived, a person in the stored answer may have
  // been erased, or the first request may have ended.
  const isFree = prefetched !== null && (await prefetched.state).row === null
  const { workspace, id, state } = isFree
    ? prefetched
    : lookAtIdempotencyKey(store, requestPrincipal, idempotencyKey)
  const expires_at = clock.now() + limits.idempotencyReplaySeconds * 1_000
  const ifClaimed = { when: [equals('token', requestId)] }
  let hasClaim = false
  let firstState: IdempotencyLookup['state'] | null = state
  let row: StoredIdempotency | null = null
  let erasures = 0

  /**
   * Replaces the row that `findAnswer` found, or inserts the first one. If several requests try this,
   * only one succeeds.
   */
  function replaceRow(
    columns: Pick<StoredIdempotency['columns'], 'token' | 'locked_until'>,
    data: StoredIdempotency['data'],
  ): WriteOp {
    const set = { ...columns, expires_at }
    if (row) return idempotency.edit(row, { set, data })
    return idempotency.insert(id, { workspace, ...set }, data)
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
      if (row.data.fingerprint !== digest) throw idempotencyKeyReused(param)
      if (row.data.answer === null) throw idempotencyKeyInUse(param)
      return openAnswer(services, row) ?? erasedAnswer(requestId)
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
      // An answer about people is not stored if anybody has been erased since the key was read.
      const when = [equals('value', erasures)]
      const noErasure = counters.check(workspace, erasureCounterId, { when })
      return [
        hasClaim
          ? idempotency.patch(workspace, id, { set: columns, data }, ifClaimed)
          : replaceRow(columns, data),
        ...people.map((name) => {
          const person = signPerson(services, workspace, name)
          const about = { workspace, answer: id, expires_at }
          return answerPeople.insert(answerPersonId(person, requestId), about, null)
        }),
        ...(people.length > 0 ? [noErasure] : []),
      ]
    },
    releaseWrites: () => (hasClaim ? [idempotency.remove(workspace, id, ifClaimed)] : []),
  }
}

async function readState(store: Services['store'], workspace: string, id: string) {
  const refs = [idempotency.ref(workspace, id), counters.ref(workspace, erasureCounterId)] as const
  const [row, counter] = await getTogether(store, refs)
  return { row, erasures: counter?.columns.value ?? 0 }
}
