import { createHmac, timingSafeEqual } from 'node:crypto'
import { CalendarError } from '../ports/calendar.ts'

/** Whether a hexadecimal signature belongs to a text. */
export function isSigned(text: string, secret: string, signature: string): boolean {
  const wanted = createHmac('sha256', secret).update(text).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** @throws CalendarError `not_verified`. */
export function notVerified(reason: string): never {
  throw new CalendarError(
    'not_verified',
    `${reason} Compare the secret with the calendar's secret.`,
  )
}
