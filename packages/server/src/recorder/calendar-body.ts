import * as z from 'zod'
import { CalendarError } from '../ports/calendar.ts'

/**
 * Parses and checks the body of a webhook.
 *
 * @throws CalendarError `invalid_body`.
 */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: string): z.infer<Schema> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new CalendarError('invalid_body', 'The body is not JSON.')
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.join('.') ?? ''
  throw new CalendarError('invalid_body', `${path}: ${issue?.message ?? 'is invalid.'}`)
}

/** A text from the calendar, cut to a length; null if it is missing, empty or not a string. */
export const text = (length: number) =>
  z
    .string()
    .nullish()
    .catch(null)
    .transform((value) => value?.slice(0, length) || null)

/** A web address; null for anything else. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .nullable()
  .catch(null)

/** A time, in milliseconds since the epoch. */
export const time = z.iso.datetime({ offset: true }).transform((value) => Date.parse(value))
