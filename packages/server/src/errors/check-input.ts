import * as z from 'zod'
import { holdsEmailAddress, unlessEmailAddress } from '../text/email-addresses.ts'
import { keepableText } from '../text/keepable-text.ts'
import { KitError } from './kit-error.ts'

/**
 * Checks what the host application hands over. Visitors can type anything: of their text, what no
 * store can keep is left out.
 *
 * @throws KitError `invalid_input` naming the first value that is not usable.
 */
export function check<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const result = schema.safeParse(keepable(input))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])]
  const param = path.map(String).join('.') || undefined
  throw new KitError('invalid_input', `${param ?? 'The input'}: ${issue?.message}`, { param })
}

function keepable(value: unknown): unknown {
  if (typeof value === 'string') return keepableText(value)
  if (Array.isArray(value)) return value.map(keepable)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [keepableText(name), keepable(member)]),
  )
}

/** Whether it is an object without a class: not a Date, for one. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * The row that an id names in a workspace.
 *
 * @throws KitError `not_found` where that is nothing.
 */
export function found<Row>(row: Row | null, kind: string): Row {
  if (row !== null) return row
  throw new KitError('not_found', `There is no such ${kind} in this workspace.`)
}

/** Text that is given or not; an empty one counts as not given. */
export const optionalText = (maxLength: number) => z.string().max(maxLength).nullish()

/** The campaign parameters of an address. */
export const Utm = z
  .record(z.string().max(100), z.string().max(500))
  .refine((utm) => Object.keys(utm).length <= 20, 'At most 20 parameters.')
  // An erasure would not find an address there.
  .transform((utm) =>
    Object.fromEntries(
      Object.entries(utm).filter((parameter) => !parameter.some(holdsEmailAddress)),
    ),
  )

/** Where a visitor came from, or is: text that names no person. */
export const originText = (maxLength: number) =>
  optionalText(maxLength).transform(unlessEmailAddress)

/** A moment: milliseconds since the epoch, a Date, or ISO 8601 with a zone. */
export const Moment = z
  .union([z.int(), z.date(), z.iso.datetime({ offset: true })])
  .transform((value) => new Date(value).getTime())
