import { DoorkitError } from '../errors/doorkit-error.ts'

/** Headers by name; null and undefined add none. A `Headers` object or a list of pairs fits, too. */
export type GivenHeaders =
  | Readonly<Record<string, string | null | undefined>>
  | Iterable<readonly [string, string]>

/** The headers that the client sets itself, each with the option to set it by. */
const reserved = new Map([
  ['authorization', 'apiKey'],
  ['content-length', 'body'],
  ['idempotency-key', 'idempotencyKey'],
  ['service-version', 'version'],
  ['transfer-encoding', 'body'],
])

/**
 * Reads headers that a caller gave, and writes their names in lower case.
 *
 * @throws DoorkitError `invalid_option` for a header that cannot be sent, or that the client sets. The
 *   message names it, and never repeats its value.
 */
export function readHeaders(headers: GivenHeaders | undefined): Record<string, string> {
  const read: Record<string, string> = {}
  const all: GivenHeaders = Object(headers)
  for (const [given, value] of Symbol.iterator in all ? all : Object.entries(all)) {
    if (value == null) continue
    const name = given.toLowerCase()
    const option = reserved.get(name)
    if (option) {
      throw new DoorkitError('invalid_option', `Set the header "${name}" by the option ${option}`)
    }
    read[name] = checkHeader(given, value)
  }
  return read
}

/**
 * Checks a header.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkHeader(name: string, value: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+\n[\t -~\x80-\xff]*$/.test(`${name}\n${value}`)) return value
  throw new DoorkitError(
    'invalid_option',
    `Set the header ${JSON.stringify(name)} to what can be sent`,
  )
}
