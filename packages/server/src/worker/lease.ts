import { randomUUID } from 'node:crypto'

// As many digits as milliseconds since the epoch have for the next 30,000 years.
const digits = 15

const textOf = (time: number) => String(Math.max(0, time)).padStart(digits, '0')

/** A fencing token that says when its lease ends. */
export function leaseUntil(end: number): string {
  return `${textOf(end)}.${randomUUID()}`
}

/** Every lease that has ended by `now` is a lesser text, and so is '', the lease without a holder. */
export function leaseAfter(now: number): string {
  return textOf(now + 1)
}
