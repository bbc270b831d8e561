import { createHash, hash } from 'node:crypto'
import { limits } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { answerPeople, answerPersonId } from '../../collections/answer-person.ts'
import { equals, getTogether } from '../../collections/collection.ts'
import { counters, erasureCounterId } from '../../collections/counter.ts'
import {
  idempotency,
  reservedUntil,
  type StoredIdempotency,
} from '../../collections/idempotency-key.ts'
import { idempotencyKeyInUse, type Lock } from '../../commit/idempotency-lock.ts'
import { Failure, invalid } from '../../errors/failure.ts'
import { signPerson } from '../../ids/sign-person.ts'
import { erasedAnswer, openAnswer } from '../../privacy/erase-answers.ts'
import type { WholeAnswer } from '../../requests/answer.ts'
import type { RequestPrincipal } from '../../requests/principal.ts'
import type { Services } from '../../services/services.ts'
import type { HttpRequest } from './http-request.ts'
import type { Body } from './limited-body.ts'

/** A digest of method, path with query, and body. A retry must have the same digest as its request. */
export function requestDigest(method: string, path: string, { bytes, tooLarge }: Body): string {
  const head = `${method} ${path}\n${tooLarge ? 'and more:' : ''}`
  return createHash('sha256').update(head).update(bytes).digest('base64url')
}

/** Reads the Idempotency-Key header (docs/api.md#idempotency): 1 to 255 visible ASCII characters. */
export function readIdempotencyKey(request: HttpRequest): string | null {
  const key = request.header('idempotency-key')
  if (key === null) return null
  if (key.length > limits.idempotencyKeyLength || !/^[\x21-\x7e]+$/.test(key)) {
    throw invalid(
      'Idempotency-Key',
      `An idempotency key has 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`,
    )
  }
  return key
}

/** Reads the idempotency key from a member of the body. Null if invalid: `body` refuses that later. */
export function readMember({ bytes, tooLarge }: Body, member: string): string | null {
  if (tooLarge) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))[member]
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** The state of an idempotency key in the store. */
interface KeyState {
  readonly row: StoredIdempotency | null
  /** The erasure counter when the row was read. */
  readonly erasures: number
}

/** A first look at an idempotency key of a principal. */
export interface IdempotencyLookup {
  readonly workspace: string
  /** The id of the key's row. */
  readonly id: string
  readonly state: Promise<KeyState>
}

/** Starts reading the state of an idempotency key. */
export function lookAtKey(
  { store }: Pick<Services, 'store'>,
  { principal, workspace: { id: workspace } }: RequestPrincipal,
  idempotencyKey: string,
): IdempotencyLookup {
  const id = `${principal.id}.${hash('sha256', idempotencyKey, 'base64url')}`
  return { workspace, id, state: readState(store, workspace, id) }
}

async function readState(
  store: Services['store'],
  workspace: string,
  id: string,
): Promise<KeyState> {
  const refs = [idempotency.ref(workspace, id), counters.ref(workspace, erasureCounterId)] as const
  const [row, counter] = await getTogether(store, refs)
  return { row, erasures: counter?.keys.value ?? 0 }
}

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly lookup: IdempotencyLookup
  /** See {@link requestDigest}. */
  readonly digest: string
  readonly requestId: string
}

/** Makes the lock of a request on its idempotency key. It does not claim the key yet. */
export function createLock(
  services: Services,
  { lookup, digest, requestId }: IdempotentRequest,
): Lock {
  const { store, clock, vault } = services
  const { workspace, id } = lookup
  const expires_at = clock.now() + limits.idempotencyReplaySeconds * 1_000
  const ifClaimed = { when: [equals('token', requestId)] }
  let hasClaim = false
  let firstState: Promise<KeyState> | null = lookup.state
  let row: StoredIdempotency | null = null
  let erasures = 0

  /** Replaces the row that `look` found. If two requests found the same row, only one can do it. */
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
    async look() {
      const reading = firstState ?? readState(store, workspace, id)
      firstState = null
      const state = await reading
      erasures = state.erasures
      row = state.row
      hasClaim = row?.keys.token === requestId
      if (!row || hasClaim || reservedUntil(row.keys) <= clock.now()) return null
      return answerOf(services, row, digest) ?? erasedAnswer(requestId)
    },
    hold() {
      const locked_until = clock.now() + limits.idempotencyLockSeconds * 1_000
      const data = { fingerprint: digest, answer: null }
      return [replaceRow({ token: requestId, locked_until }, data)]
    },
    held() {
      hasClaim = true
    },
    isHeld: () => hasClaim,
    settle(answer, people) {
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
    free: () => (hasClaim ? [idempotency.remove(workspace, id, ifClaimed)] : []),
  }
}

/** The stored answer; null if it can no longer be opened. */
function answerOf(services: Services, row: StoredIdempotency, digest: string): WholeAnswer | null {
  if (row.data.fingerprint !== digest) {
    const detail = 'This key was used for another request. Use a new key for each new request.'
    throw new Failure('idempotency_key_reused', detail, { param: 'Idempotency-Key' })
  }
  if (row.data.answer === null) throw idempotencyKeyInUse()
  return openAnswer(services, row)
}
