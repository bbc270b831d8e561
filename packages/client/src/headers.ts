import { DoorkitError } from './errors/doorkit-error.ts'

/** What the client sets itself, and the option to set it by. */
const reserved: Readonly<Record<string, string>> = {
  authorization: 'apiKey',
  'idempotency-key': 'idempotencyKey',
  'service-version': 'version',
}

/**
 * Checks headers that a caller gave, and writes their names in lower case.
 *
 * @throws DoorkitError `invalid_option` for a header that cannot be sent or has an option of its
 *   own. The message names it, and never repeats its value.
 */
export function checkHeaders(headers: Readonly<Record<string, string>> = {}) {
  const checked: Record<string, string> = {}
  for (const [given, value] of Object.entries(headers)) {
    const name = given.toLowerCase()
    const option = Object.hasOwn(reserved, name) ? reserved[name] : undefined
    if (option !== undefined) {
      throw new DoorkitError('invalid_option', `Set the header ${name} by the option ${option}`)
    }
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new DoorkitError('invalid_option', `The header ${JSON.stringify(name)} cannot be sent`)
    }
    checked[name] = value
  }
  return checked
}
