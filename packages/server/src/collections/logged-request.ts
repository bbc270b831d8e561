import { limits } from '@doorkit/models'
import { toDayNumber } from '../values/local-days.ts'
import { collection } from './collection.ts'
import { plain } from './declare-collection.ts'

export interface RequestData {
  readonly method: string
  /**
   * The path of the operation, without ids: `/contacts/{id}`. Null if no operation matched the request, or
   * it was refused earlier.
   */
  readonly path: string | null
  readonly status: number
  readonly duration_ms: number
}

interface RequestSlot extends RequestData {
  /** The request id. */
  readonly request: string
  /** The id of the API key. */
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** How many requests of the workspace were written before this one. */
  readonly number: number
}

const requestColumns = {
  workspace: 'text',
  /** The day of the request (see {@link toDayNumber}). */
  day: 'integer',
} as const

/** The earliest time that the log shows: it leaves out older requests. */
export function firstRequestTime(now: number): number {
  return now - limits.requestLogSeconds * 1_000
}

/** The latest requests: a ring of slots in each workspace. A new request overwrites the oldest. */
export const requests = collection<typeof requestColumns, RequestSlot>({
  name: 'requests',
  columns: requestColumns,
  indexes: [
    { name: 'requests_workspace', on: ['workspace'] },
    { name: 'requests_age', on: ['day'] },
  ],
  retention: {
    by: 'day',
    from: (now) => toDayNumber(firstRequestTime(now)),
    words: `for ${limits.requestLogSeconds / 86_400} days`,
  },
  fields: plain('request', 'key', 'method', 'path'),
})
