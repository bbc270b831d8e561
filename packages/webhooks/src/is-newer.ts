import type { WebhookEvent } from './contract.ts'
import { verificationError } from './error.ts'

/**
 * Something with a time to order by: an event, an object with `updated_at` or `created_at`, or the time
 * itself.
 */
export type TimeSource =
  | WebhookEvent
  | { updated_at: string | Date }
  | { created_at: string | Date }
  | string
  | Date

/**
 * Whether an incoming event or object is newer than the stored one. Use it because deliveries may arrive
 * out of order.
 *
 * The time of an event is the `updated_at` of its object, or its own `created_at` if the event contains
 * no `updated_at`. Equal times are not newer. Anything is newer than null or undefined.
 *
 * @throws {WebhookError} `invalid_option` for a value without a readable time.
 */
export function isNewer(incoming: TimeSource, stored: TimeSource | null | undefined): boolean {
  return stored === null || stored === undefined || timeOf(incoming) > timeOf(stored)
}

function timeOf(value: unknown): number {
  const time = new Date(timestampOf(value)).getTime()
  if (Number.isNaN(time)) throw verificationError('invalid_option', 'no readable time')
  return time
}

function timestampOf(value: unknown): string | Date {
  if (typeof value === 'string' || value instanceof Date) return value
  const { data, updated_at, created_at } = (value ?? {}) as {
    data?: { object?: { updated_at?: string } | null } | null
    updated_at?: string | Date
    created_at?: string | Date
  }
  return data?.object?.updated_at ?? updated_at ?? created_at ?? ''
}
