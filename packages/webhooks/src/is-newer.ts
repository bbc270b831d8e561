import type { WebhookEvent } from './contract.ts'
import { verificationError } from './verification-error.ts'

/** A carrier of a time to order by: an event, an object with `updated_at`, or the time itself. */
export type Versioned =
  | WebhookEvent
  | { updated_at: string | Date }
  | { created_at: string | Date }
  | string
  | Date

/**
 * Whether what arrived is newer than what is stored, because deliveries keep no order.
 *
 * An event is as new as the `updated_at` of its object, or as its own `created_at` where the
 * object has none or is gone. Equal times are not newer; nothing stored is older than anything.
 *
 * @throws {WebhookError} `invalid_option` for a value without a readable time.
 */
export function isNewer(incoming: Versioned, stored: Versioned | null | undefined): boolean {
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
