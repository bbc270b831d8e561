import { DoorkitError } from '../errors/doorkit-error.ts'

/** The value of a query parameter. Undefined omits the parameter; a list repeats it. */
export type QueryValue = string | number | boolean | Date | readonly string[] | undefined

/** Writes a query string, with its `?`, or `''` without parameters. */
export function encodeQuery(query: object = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of value === undefined ? [] : [value].flat()) {
      // `toJSON` of an invalid date is null, which is refused.
      const text = item instanceof Date ? item.toJSON() : item
      const isText = ['string', 'boolean'].includes(typeof text)
      if (!isText && !Number.isFinite(text)) {
        throw new DoorkitError(
          'invalid_argument',
          `${name} must be a string, number, boolean, valid date or a list of strings`,
        )
      }
      parameters.append(name, text)
    }
  }
  const queryString = String(parameters)
  return queryString && `?${queryString}`
}
