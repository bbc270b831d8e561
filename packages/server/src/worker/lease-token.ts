import { randomUUID } from 'node:crypto'

// Enough digits for milliseconds since the epoch for the next 30,000 years.
const digits = 15

const textOf = (time: number) => String(Math.max(0, time)).padStart(digits, '0')

/** A fencing token that begins with the time when its lease ends. */
export function leaseUntil(end: number): string {
  return `${textOf(end)}.${randomUUID()}`
}

/** A text that sorts after every lease that has ended by `now`, and after '', which means no lease. */
export function leaseAfter(now: number): string {
  return textOf(now + 1)
}
