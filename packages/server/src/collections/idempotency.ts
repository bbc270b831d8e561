import { collection, type Stored } from './collection.ts'
import { until } from './declaration.ts'

export interface IdempotencyData {
  /** Of method, path with query, and body. */
  readonly fingerprint: string
  /** The sealed answer; null while the first request runs. */
  readonly answer: string | null
}

interface IdempotencyKeys {
  workspace: string
  /** The fencing token of the request that holds the key; null once answered. */
  token: string | null
  /** When the lock (or, once answered, the answer) is no longer good. */
  expires_at: number
}

/** Idempotency keys in use and the answers they replay. */
export const idempotency = collection<IdempotencyKeys, IdempotencyData>({
  name: 'idempotency',
  keys: { workspace: 'text', token: 'text', expires_at: 'integer' },
  indexes: [
    { name: 'idempotency_expires', on: ['expires_at'] },
    { name: 'idempotency_workspace', on: ['workspace', 'expires_at'] },
  ],
  kept: until('expires_at'),
  fields: { token: 'plain', fingerprint: 'sealed', answer: 'sealed' },
})

export type StoredIdempotency = Stored<IdempotencyKeys, IdempotencyData>
