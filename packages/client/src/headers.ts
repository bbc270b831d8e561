import { DoorkitError } from './errors/doorkit-error.ts'

/** Headers by name; null and undefined add none. A `Headers` object or a list of pairs fits, too. */
export type GivenHeaders =
  | Readonly<Record<string, string | null | undefined>>
  | Iterable<readonly [string, string]>

/** What the client sets itself, and the option to set it by. */
const reserved = new Map([
  ['authorization', 'apiKey'],
  ['content-length', 'body'],
  ['idempotency-key', 'idempotencyKey'],
  ['service-version', 'version'],
  ['transfer-encoding', 'body'],
])

/**
 * Checks headers that a caller gave, and writes their names in lower case.
 *
 * @throws DoorkitError `invalid_option` for a header that cannot be sent or has an option of its
 *   own. The message names it, and never repeats its value.
 */
export function checkHeaders(headers: GivenHeaders | undefined): Record<string, string> {
  const checked: Record<string, string> = {}
  const all: GivenHeaders = Object(headers)
  for (const [given, value] of Symbol.iterator in all ? all : Object.entries(all)) {
    const name = given.toLowerCase()
    if (value != null) checked[name] = checkHeader(name, value, reserved.get(name))
  }
  return checked
}

/**
 * Checks a header; with an `option` to set it by, there is nothing to check.
 *
 * @throws DoorkitError `invalid_option`
 */
export function checkHeader(name: string, value: string, option?: string): string {
  const isSound = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t -~\x80-\xff]*$/.test(value)
  if (isSound && !option) return value
  const advice = option ? `by the option ${option}` : 'to what can be sent'
  throw new DoorkitError('invalid_option', `Set the header ${JSON.stringify(name)} ${advice}`)
}
