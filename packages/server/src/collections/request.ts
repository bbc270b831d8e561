import { limits } from '@doorkit/models'
import { collection } from './collection.ts'
import { forSeconds, plain } from './declaration.ts'

export interface RequestData {
  readonly method: string
  /** The path of the operation, ids left out: `/contacts/{id}`; null for an unknown one. */
  readonly path: string | null
  readonly status: number
  readonly duration_ms: number
}

interface RequestKeys {
  workspace: string
  key: string
  at: number
}

/** The latest calls, by request id. */
export const requests = collection<RequestKeys, RequestData>({
  name: 'requests',
  keys: { workspace: 'text', key: 'text', at: 'integer' },
  indexes: [
    { name: 'requests_at', on: ['workspace', 'at'] },
    { name: 'requests_age', on: ['at'] },
  ],
  kept: forSeconds('at', limits.requestLogSeconds),
  fields: plain('key', 'method', 'path'),
})
