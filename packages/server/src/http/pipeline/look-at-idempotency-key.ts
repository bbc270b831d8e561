import { hash } from 'node:crypto'
import { getTogether } from '../../collections/collection.ts'
import { counters, erasureCounterId } from '../../collections/counter.ts'
import { idempotency, type StoredIdempotency } from '../../collections/idempotency-key.ts'
import { idempotencyKeyInUse, idempotencyKeyReused } from '../../commit/idempotency-lock.ts'
import { openAnswer } from '../../privacy/erase-answers.ts'
import type { WholeAnswer } from '../../requests/answer.ts'
import type { RequestPrincipal } from '../../requests/principal.ts'
import type { Services } from '../../services/services.ts'

/** The state of an idempotency key in the store. */
export interface IdempotencyKeyState {
  readonly row: StoredIdempotency | null
  /** The erasure counter when the row was read. */
  readonly erasures: number
}

/** A first look at an idempotency key of a principal. */
export interface IdempotencyLookup {
  readonly workspace: string
  /** The id of the key's row. */
  readonly id: string
  readonly state: Promise<IdempotencyKeyState>
}

/** A request with an idempotency key. */
export interface IdempotentRequest {
  readonly lookup: IdempotencyLookup
  /** The digest of the request: a retry must have the same digest. */
  readonly digest: string
  /** The header or field of the key. */
  readonly param: string
  readonly requestId: string
}

/** Starts reading the state of an idempotency key. */
export function lookAtIdempotencyKey(
  { store }: Pick<Services, 'store'>,
  { principal, workspace: { id: workspace } }: RequestPrincipal,
  idempotencyKey: string,
): IdempotencyLookup {
  const id = `${principal.id}.${hash('sha256', idempotencyKey, 'base64url')}`
  return { workspace, id, state: readState(store, workspace, id) }
}

export async function readState(
  store: Services['store'],
  workspace: string,
  id: string,
): Promise<IdempotencyKeyState> {
  const refs = [idempotency.ref(workspace, id), counters.ref(workspace, erasureCounterId)] as const
  const [row, counter] = await getTogether(store, refs)
  return { row, erasures: counter?.columns.value ?? 0 }
}

/**
 * Opens the stored answer of a request that was sent again; null if it can no longer be opened.
 *
 * @throws Failure `idempotency_key_in_use` or `idempotency_key_reused`.
 */
export function openStoredAnswer(
  services: Services,
  row: StoredIdempotency,
  { digest, param }: Pick<IdempotentRequest, 'digest' | 'param'>,
): WholeAnswer | null {
  if (row.data.fingerprint !== digest) throw idempotencyKeyReused(param)
  if (row.data.answer === null) throw idempotencyKeyInUse(param)
  return openAnswer(services, row)
}
