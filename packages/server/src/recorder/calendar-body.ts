import { parseAddress } from '@doorkit/models'
import * as z from 'zod'
import { CalendarError } from '../ports/calendar.ts'
import { firstCharacters } from '../text/first-characters.ts'

/** @throws CalendarError `invalid_body`. */
export function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new CalendarError('invalid_body', 'The body is not JSON.')
  }
}

/** @throws CalendarError `invalid_body`. */
export function checkBody<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path.join('.') ?? ''
  throw new CalendarError(
    'invalid_body',
    `${path || 'The body'}: ${issue?.message ?? 'is invalid.'}`,
  )
}

/** A text from the calendar, cut to a length; null if it is missing, empty or not a string. */
export const text = (length: number) =>
  z
    .string()
    .nullish()
    .catch(null)
    .transform((value) => firstCharacters(value ?? '', length) || null)

/** A list, cut to its first item, because the number of items is not bounded. */
export const first = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (Array.isArray(value) ? value.slice(0, 1) : value), z.array(item))

/** A web address; null for anything else. */
export const webAddress = z
  .string()
  .trim()
  .max(2_048, { abort: true })
  .refine((value) => /^https?:$/.test(parseAddress(value)?.protocol ?? ''))
  .nullable()
  .catch(null)

/** A time in ISO 8601, which becomes milliseconds since the epoch. */
export const time = z.iso.datetime({ offset: true }).transform((value) => Date.parse(value))
