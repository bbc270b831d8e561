import { DoorkitError } from './errors/doorkit-error.ts'

/** What the client sets itself, and the option to set it by. */
const reserved = new Map([
  ['authorization', 'apiKey'],
  ['idempotency-key', 'idempotencyKey'],
  ['service-version', 'version'],
])

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
    const option = reserved.get(name)
    const isSound = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t -~\x80-\xff]*$/.test(value)
    if (option || !isSound) {
      const advice = option ? `by the option ${option}` : 'to what can be sent'
      throw new DoorkitError('invalid_option', `Set the header ${JSON.stringify(name)} ${advice}`)
    }
    checked[name] = value
  }
  return checked
}
