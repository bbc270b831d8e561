import { createHash, hash } from 'node:crypto'
import { limits } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { answerPeople, answerPersonId } from '../../collections/answer-person.ts'
import { equals, getTogether } from '../../collections/collection.ts'
import { counters, erasureCounterId } from '../../collections/counter.ts'
import { heldUntil, idempotency, type StoredIdempotency } from '../../collections/idempotency.ts'
import { Failure, invalid } from '../../errors/failure.ts'
import type { WholeAnswer } from '../../kit/answer.ts'
import { idempotencyKeyInUse, type Lock } from '../../kit/idempotency-lock.ts'
import type { RequestPrincipal } from '../../kit/principal.ts'
import type { Services } from '../../kit/services.ts'
import { signPerson } from '../../kit/sign-person.ts'
import { erasedAnswer, openAnswer } from '../../privacy/erase-answers.ts'
import type { HttpRequest } from './http-request.ts'
import type { Body } from './limited-body.ts'

/** A digest that a retry must share with its request: of method, path with query, and body. */
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

/** The idempotency key in a member of a body; null where that is not one, which the step `body` refuses. */
export function readMember({ bytes, tooLarge }: Body, member: string): string | null {
  if (tooLarge) return null
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))[member]
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** What is stored under an idempotency key. */
interface Kept {
  readonly row: StoredIdempotency | null
  /** How often somebody had been erased when it was read. */
  readonly erasures: number
}

/** A first look at an idempotency key of a caller. */
export interface IdempotencyLookup {
  readonly workspace: string
  /** Of the row that has what is stored. */
  readonly id: string
  readonly kept: Promise<Kept>
}

/** Begins to read what is stored under an idempotency key. */
export function lookAtKey(
  { store }: Pick<Services, 'store'>,
  { principal, workspace: { id: workspace } }: RequestPrincipal,
  key: string,
): IdempotencyLookup {
  const id = `${principal.id}.${hash('sha256', key, 'base64url')}`
  return { workspace, id, kept: readKept(store, workspace, id) }
}

async function readKept(store: Services['store'], workspace: string, id: string): Promise<Kept> {
  const refs = [idempotency.ref(workspace, id), counters.ref(workspace, erasureCounterId)] as const
  const [row, counter] = await getTogether(store, refs)
  return { row, erasures: counter?.keys.value ?? 0 }
}

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly look: IdempotencyLookup
  /** See {@link requestDigest}. */
  readonly print: string
  readonly requestId: string
}

/** Makes the hold of a request on its key: nothing is taken yet. */
export function createLock(
  services: Services,
  { look, print, requestId }: IdempotentRequest,
): Lock {
  const { store, clock, vault } = services
  const { workspace, id } = look
  const expires_at = clock.now() + limits.idempotencyReplaySeconds * 1_000
  const mine = { when: [equals('token', requestId)] }
  let holds = false
  let first: Promise<Kept> | null = look.kept
  let row: StoredIdempotency | null = null
  let erasures = 0

  /** Writes over what was found under the key. Of two requests that found the same, one can. */
  function take(
    keys: Pick<StoredIdempotency['keys'], 'token' | 'locked_until'>,
    data: StoredIdempotency['data'],
  ): WriteOp {
    const set = { ...keys, expires_at }
    if (row) return idempotency.edit(row, { set, data })
    return idempotency.insert(id, { workspace, ...set }, data)
  }

  /** A person erased before the answer was made is not in it; one erased since may be. */
  function noErasure(): WriteOp {
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
      const asked = first ?? readKept(store, workspace, id)
      first = null
      const kept = await asked
      erasures = kept.erasures
      row = kept.row
      holds = row?.keys.token === requestId
      if (!row || holds || heldUntil(row.keys) <= clock.now()) return null
      return judge(services, row, print) ?? erasedAnswer(requestId)
    },
    hold() {
      const locked_until = clock.now() + limits.idempotencyLockSeconds * 1_000
      return [take({ token: requestId, locked_until }, { fingerprint: print, answer: null })]
    },
    held() {
      holds = true
    },
    isHeld: () => holds,
    settle(answer, people) {
      const headers = { ...answer.headers, 'X-Request-Id': requestId }
      const sealed = vault.seal(JSON.stringify({ ...answer, headers }), id)
      const keys = { token: null, locked_until: null }
      const data = { fingerprint: print, answer: sealed }
      return [
        holds ? idempotency.patch(workspace, id, { set: keys, data }, mine) : take(keys, data),
        ...people.map((named) => {
          const person = signPerson(services, workspace, named)
          const about = { workspace, answer: id, expires_at }
          return answerPeople.insert(answerPersonId(person, requestId), about, null)
        }),
        ...(people.length > 0 ? [noErasure()] : []),
      ]
    },
    free: () => (holds ? [idempotency.remove(workspace, id, mine)] : []),
  }
}

/** The answer under a key; null when it cannot be opened any more. */
function judge(services: Services, row: StoredIdempotency, print: string): WholeAnswer | null {
  if (row.data.fingerprint !== print) {
    const detail = 'This key was used for another request. Use a new key for each new request.'
    throw new Failure('idempotency_key_reused', detail, { param: 'Idempotency-Key' })
  }
  if (row.data.answer === null) throw idempotencyKeyInUse()
  return openAnswer(services, row)
}
