import { createHash, hash } from 'node:crypto'
import { limits } from '@doorkit/models'
import { answerPeople } from '../../collections/answer-person.ts'
import { equals, getTogether } from '../../collections/collection.ts'
import { counters, erasureCounterId } from '../../collections/counter.ts'
import { heldUntil, idempotency, type StoredIdempotency } from '../../collections/idempotency.ts'
import { Failure, invalid } from '../../errors/failure.ts'
import type { WholeAnswer } from '../../kit/answer.ts'
import type { Caller } from '../../kit/caller.ts'
import type { Lock } from '../../kit/idempotency-lock.ts'
import type { Services } from '../../kit/services.ts'
import { erasedAnswer, openAnswer, signPerson } from '../../privacy/erase-answers.ts'
import type { WriteOp } from '../../store/port.ts'
import type { Body } from './body.ts'
import type { HttpRequest } from './http-request.ts'

/** The key is ours to use, or its answer is there already. */
export type Claim =
  | { readonly kind: 'run'; readonly lock: Lock }
  | { readonly kind: 'replay'; readonly answer: WholeAnswer }

/** A digest that a retry must share with its request: of method, path with query, and body. */
export function fingerprint(method: string, path: string, { bytes, tooLarge }: Body): string {
  const head = `${method} ${path}\n${tooLarge ? 'and more:' : ''}`
  return createHash('sha256').update(head).update(bytes).digest('base64url')
}

/** Reads the Idempotency-Key header (spec: Limits): 1 to 255 visible ASCII characters. */
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

/** The claim of a request to its key. */
export interface Claimed {
  readonly key: string
  /** See {@link fingerprint}. */
  readonly print: string
  readonly requestId: string
}

/**
 * Takes an idempotency key for a request, or finds the answer of an earlier one.
 *
 * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
 */
export async function claimKey(
  services: Services,
  caller: Caller,
  { key, print, requestId }: Claimed,
): Promise<Claim> {
  const { store, clock } = services
  const id = `${caller.key.id}.${hash('sha256', key, 'base64url')}`
  const workspace = caller.workspace.id
  const data = { fingerprint: print, answer: null }
  const erasures = countErasures(services, workspace)
  // Most keys are new: the row that another request left is read only once it is in the way.
  for (let row: StoredIdempotency | null = null; ; ) {
    const now = clock.now()
    if (row && heldUntil(row.keys) > now) {
      await erasures
      return judge(services, row, { print, requestId })
    }
    const set = {
      token: requestId,
      locked_until: now + limits.idempotencyLockSeconds * 1_000,
      expires_at: now + limits.idempotencyReplaySeconds * 1_000,
    }
    const claim = row
      ? idempotency.patch(workspace, id, { set, data }, { ifRev: row.rev })
      : idempotency.insert(id, { workspace, ...set }, data)
    const [{ ok }, seen] = await Promise.all([store.commit([claim]), erasures])
    if (ok) {
      const { expires_at } = set
      const held = { id, workspace, expires_at, print, requestId, erasures: seen }
      return { kind: 'run', lock: createLock(services, held) }
    }
    row = await idempotency.get(store, workspace, id)
  }
}

/** How often anybody was erased in a workspace. */
async function countErasures({ store }: Services, workspace: string): Promise<number> {
  return (await counters.get(store, workspace, erasureCounterId))?.keys.value ?? 0
}

function judge(
  services: Services,
  row: StoredIdempotency,
  { print, requestId }: Pick<Claimed, 'print' | 'requestId'>,
): Claim {
  if (row.data.fingerprint !== print) {
    const detail = 'This key was used for another request. Use a new key for each new request.'
    throw new Failure('idempotency_key_reused', detail, { param: 'Idempotency-Key' })
  }
  if (row.data.answer === null) {
    const detail = 'The first request with this key is still running. Send this again in a moment.'
    throw new Failure('idempotency_key_in_use', detail, {
      param: 'Idempotency-Key',
      headers: { 'Retry-After': '1' },
    })
  }
  return { kind: 'replay', answer: openAnswer(services, row) ?? erasedAnswer(requestId) }
}

interface Held {
  readonly id: string
  readonly workspace: string
  readonly expires_at: number
  readonly print: string
  readonly requestId: string
  /** How many erasures the request has seen. */
  readonly erasures: number
}

function createLock(services: Services, held: Held): Lock {
  const { id, workspace, expires_at, print, requestId } = held
  const mine = { when: [equals('token', requestId)] }
  let { erasures } = held
  /** A person erased before the answer was made is not in it; one erased since may be. */
  const nobodyErased = (): WriteOp => ({
    op: 'check',
    ...counters.ref(workspace, erasureCounterId),
    exists: erasures > 0,
    ...(erasures > 0 ? { when: [equals('value', erasures)] } : {}),
  })
  return {
    requestId,
    settle(answer, people) {
      const headers = { ...answer.headers, 'X-Request-Id': requestId }
      const sealed = services.vault.seal(JSON.stringify({ ...answer, headers }), id)
      return [
        idempotency.patch(
          workspace,
          id,
          {
            set: { token: null, locked_until: null },
            data: { fingerprint: print, answer: sealed },
          },
          mine,
        ),
        ...people.map((named) => {
          const person = signPerson(services, workspace, named)
          const keys = { workspace, person, answer: id, expires_at }
          return answerPeople.insert(`${requestId}.${person}`, keys, null)
        }),
        ...(people.length > 0 ? [nobodyErased()] : []),
      ]
    },
    free: () => idempotency.remove(workspace, id, mine),
    async held() {
      const refs = [
        idempotency.ref(workspace, id),
        counters.ref(workspace, erasureCounterId),
      ] as const
      const [row, counter] = await getTogether(services.store, refs)
      erasures = counter?.keys.value ?? 0
      return row?.keys.token === requestId
    },
  }
}
