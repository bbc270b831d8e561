import { DoorkitError } from '../errors/doorkit-error.ts'

/**
 * Headers as an object, a `Headers` object or a list of pairs. Null and undefined values are omitted.
 */
export type HeadersInput =
  | Readonly<Record<string, string | null | undefined>>
  | Iterable<readonly [string, string]>

/** The headers that a program must leave out, each with the instruction for its value. */
const reservedHeaders = new Map([
  ['authorization', 'set the option apiKey'],
  ['content-length', 'the transport sets it'],
  ['idempotency-key', 'set the option idempotencyKey'],
  ['service-version', 'set the option version'],
  ['transfer-encoding', 'the transport sets it'],
])

/**
 * Reads the headers of an option, with names in lower case.
 *
 * @throws DoorkitError `invalid_option` for a header that is invalid or reserved. The message has the name
 *   of the header, never its value.
 */
export function readHeaders(headers: HeadersInput | undefined): Record<string, string> {
  const checkedHeaders: Record<string, string> = {}
  const input: HeadersInput = Object(headers)
  for (const [givenName, value] of Symbol.iterator in input ? input : Object.entries(input)) {
    if (value == null) continue
    const name = givenName.toLowerCase()
    const instruction = reservedHeaders.get(name)
    if (instruction) {
      throw new DoorkitError('invalid_option', `Leave out the header "${name}": ${instruction}`)
    }
    checkedHeaders[name] = checkHeader(givenName, value)
  }
  return checkedHeaders
}

/**
 * Returns the value of a header, if HTTP can send its name and value.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkHeader(name: string, value: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+\n[\t -~\x80-\xff]*$/.test(`${name}\n${value}`)) return value
  throw new DoorkitError(
    'invalid_option',
    `HTTP cannot send the header ${JSON.stringify(name)}: check its name and its value`,
  )
}
