import { createHash, randomUUID } from 'node:crypto'
import { limits } from '@doorkit/models'
import { idempotency, type StoredIdempotency } from '../../collections/idempotency.ts'
import { equals } from '../../collections/record.ts'
import { Failure, invalid } from '../../errors/failure.ts'
import type { Services } from '../../services.ts'
import type { WriteOp } from '../../store/index.ts'
import type { WholeAnswer } from './answer.ts'
import type { Caller } from './authenticate.ts'
import type { Body } from './body.ts'

/** The hold of one running request on its idempotency key. */
export interface Lock {
  /**
   * Stores the answer as part of the operation's own commit. The commit fails when the lock was
   * lost meanwhile, so that an effect and its answer stand or fall together, once.
   */
  settle(answer: WholeAnswer): WriteOp
  /** Frees the key as part of a commit: for answers that are not replayed. */
  free(): WriteOp
  /** Whether this request still holds the key. */
  held(): Promise<boolean>
}

/** The key is ours to use, or its answer is there already. */
export type Claim =
  | { readonly kind: 'run'; readonly lock: Lock }
  | { readonly kind: 'replay'; readonly answer: WholeAnswer }

/** What must be the same for a retry to be one: method, path with query, and the body's bytes. */
export function fingerprint(method: string, path: string, { bytes, tooLarge }: Body): string {
  const head = `${method} ${path}\n${tooLarge ? 'and more:' : ''}`
  return createHash('sha256').update(head).update(bytes).digest('base64url')
}

/** Reads the Idempotency-Key header (spec: Limits): 1 to 255 visible ASCII characters. */
export function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key')
  if (key === null) return null
  if (key.length > limits.idempotencyKeyLength || !/^[\x21-\x7e]+$/.test(key)) {
    throw invalid(
      'Idempotency-Key',
      `An idempotency key has 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`,
    )
  }
  return key
}

/**
 * Takes an idempotency key for a request, or finds the answer of an earlier one.
 *
 * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
 */
export async function claimKey(
  services: Services,
  caller: Caller,
  key: string,
  print: string,
): Promise<Claim> {
  const { store, clock } = services
  const id = `${caller.key.id}.${createHash('sha256').update(key).digest('base64url')}`
  const token = randomUUID()
  const workspace = caller.workspace.id
  for (;;) {
    const now = clock.now()
    const set = { workspace, token, expires_at: now + limits.idempotencyLockSeconds * 1_000 }
    const data = { fingerprint: print, answer: null }
    const row = await idempotency.get(store, id)
    if (row && row.keys.expires_at > now) return judge(services, row, print)
    const result = await store.commit([
      row
        ? idempotency.patch(id, { set, data }, { ifRev: row.rev })
        : idempotency.insert(id, set, data),
    ])
    // A lost race means that another request has just taken the key: look at it again.
    if (result.ok) return { kind: 'run', lock: createLock(services, id, token, print) }
  }
}

function judge(services: Services, row: StoredIdempotency, print: string): Claim {
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
  return {
    kind: 'replay',
    answer: JSON.parse(services.vault.open(row.data.answer, row.id)) as WholeAnswer,
  }
}

function createLock(services: Services, id: string, token: string, print: string): Lock {
  const mine = { when: [equals('token', token)] }
  return {
    settle(answer) {
      const expires_at = services.clock.now() + limits.idempotencyReplaySeconds * 1_000
      const sealed = services.vault.seal(JSON.stringify(answer), id)
      return idempotency.patch(
        id,
        { set: { token: null, expires_at }, data: { fingerprint: print, answer: sealed } },
        mine,
      )
    },
    free: () => idempotency.remove(id, mine),
    held: async () => (await idempotency.get(services.store, id))?.keys.token === token,
  }
}
