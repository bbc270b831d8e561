import { collection } from './collection.ts'
import { orNull, type StoredRow, until } from './declare-collection.ts'

export interface IdempotencyData {
  /** A digest of method, path with query, and body. */
  readonly fingerprint: string
  /** The sealed answer; null while the first request runs. */
  readonly answer: string | null
}

const idempotencyColumns = {
  workspace: 'text',
  /** The id of the request that claimed the key, as a fencing token; null once the request is answered. */
  token: orNull('text'),
  /** When another request may claim the key if the first one stays unanswered; null once it is answered. */
  locked_until: orNull('integer'),
  /**
   * When the key is removed. Storing the answer of a claimed key does not change this time, so that
   * PostgreSQL need not update an index (a HOT update).
   */
  expires_at: 'integer',
} as const

/**
 * When other requests may use the key: at the end of its claim or, once its request is answered, at the
 * end of its retention.
 */
export function reservedUntil({ locked_until, expires_at }: StoredIdempotency['columns']): number {
  return locked_until ?? expires_at
}

/** Idempotency keys that were used, with the answers that repeated requests get. */
export const idempotency = collection<typeof idempotencyColumns, IdempotencyData>({
  name: 'idempotency',
  columns: idempotencyColumns,
  indexes: [{ name: 'idempotency_expires', on: ['expires_at'] }],
  retention: until('expires_at'),
  fields: { token: 'plain', fingerprint: 'sealed', answer: 'sealed' },
})

export type StoredIdempotency = StoredRow<typeof idempotencyColumns, IdempotencyData>
