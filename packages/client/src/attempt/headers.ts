import { DoorkitError } from '../errors/doorkit-error.ts'

/**
 * Headers as an object, a `Headers` object or a list of pairs. Null and undefined values are omitted.
 */
export type HeadersInput =
  | Readonly<Record<string, string | null | undefined>>
  | Iterable<readonly [string, string]>

/** The headers that only an option can set, each with that option. */
const headerOptions = new Map([
  ['authorization', 'apiKey'],
  ['content-length', 'body'],
  ['idempotency-key', 'idempotencyKey'],
  ['service-version', 'version'],
  ['transfer-encoding', 'body'],
])

/**
 * Reads the headers of an option, with names in lower case.
 *
 * @throws DoorkitError `invalid_option` for a header that is invalid, or that another option sets. The
 *   message has the name of the header, never its value.
 */
export function readHeaders(headers: HeadersInput | undefined): Record<string, string> {
  const checkedHeaders: Record<string, string> = {}
  const input: HeadersInput = Object(headers)
  for (const [givenName, value] of Symbol.iterator in input ? input : Object.entries(input)) {
    if (value == null) continue
    const name = givenName.toLowerCase()
    const option = headerOptions.get(name)
    if (option) {
      throw new DoorkitError('invalid_option', `Set the header "${name}" with the option ${option}`)
    }
    checkedHeaders[name] = checkHeader(givenName, value)
  }
  return checkedHeaders
}

/** Returns the value of a header, if HTTP can send its name and value. */
export function checkHeader(name: string, value: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+\n[\t -~\x80-\xff]*$/.test(`${name}\n${value}`)) return value
  throw new DoorkitError(
    'invalid_option',
    `Use a valid name and value for the header ${JSON.stringify(name)}`,
  )
}
