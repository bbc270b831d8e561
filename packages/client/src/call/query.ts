import { DoorkitError } from '../errors/doorkit-error.ts'

/** The values that a query parameter can have. Undefined leaves it out; a list repeats it. */
export type QueryValue = string | number | boolean | Date | readonly string[] | undefined

/**
 * Writes a query string, with its `?`; `''` when there is nothing to write.
 *
 * @throws DoorkitError `invalid_argument` for a value that has no one way to be written.
 */
export function encodeQuery(query: object = {}): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const given of value === undefined ? [] : [value].flat()) {
      // An invalid date has no text.
      const item = given instanceof Date ? (given.toJSON() ?? undefined) : given
      const isText = ['string', 'boolean'].includes(typeof item)
      if (!isText && !Number.isFinite(item)) {
        throw new DoorkitError(
          'invalid_argument',
          `${name} must be a string, number, boolean, valid date or a list of strings`,
        )
      }
      written.append(name, item)
    }
  }
  const text = String(written)
  return text && `?${text}`
}
