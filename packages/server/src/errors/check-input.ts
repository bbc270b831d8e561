import * as z from 'zod'
import { containsEmailAddress, unlessEmailAddress } from '../text/email-addresses.ts'
import { storableText } from '../text/storable-text.ts'
import { KitError } from './kit-error.ts'

/**
 * Checks input from the host application. Visitors can type anything, so characters that some store
 * cannot keep are removed or replaced first.
 *
 * @param within - the name of the checked option. The `param` of the error begins with this name.
 * @throws KitError `invalid_input` naming the first invalid value.
 */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  within?: string,
): z.infer<Schema> {
  const result = schema.safeParse(toStorable(input))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = [
    ...(within ? [within] : []),
    ...(issue?.path ?? []),
    ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []),
  ]
  const param = path.map(String).join('.') || undefined
  throw new KitError('invalid_input', `${param ?? 'The input'}: ${issue?.message}`, { param })
}

function toStorable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(toStorable)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [storableText(name), toStorable(member)]),
  )
}

/** Whether a value is an object without a class. A `Date` has a class, for example. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Returns a row that was found, or throws.
 *
 * @throws KitError `not_found` for null.
 */
export function found<Row>(row: Row | null, kind: string): Row {
  if (row !== null) return row
  throw new KitError('not_found', `There is no such ${kind} in this workspace.`)
}

export const optionalText = (maxLength: number) => z.string().max(maxLength).nullish()

export const Utm = z
  .record(z.string().max(100), z.string().max(500))
  .refine((utm) => Object.keys(utm).length <= 20, 'Give at most 20 parameters.')
  // An erasure would not find an email address here.
  .transform((utm) =>
    Object.fromEntries(
      Object.entries(utm).filter((parameter) => !parameter.some(containsEmailAddress)),
    ),
  )

/** Text about where a visitor comes from. A text with an email address becomes null. */
export const originText = (maxLength: number) =>
  optionalText(maxLength).transform(unlessEmailAddress)

/** A time: milliseconds since the epoch, a Date, or ISO 8601 with a zone. */
export const Moment = z
  .union([z.int(), z.date(), z.iso.datetime({ offset: true })])
  .transform((value) => new Date(value).getTime())
