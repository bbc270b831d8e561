import { DoorkitError } from '../errors/doorkit-error.ts'

/**
 * Writes a request body as JSON. Undefined, which means no body, stays undefined.
 *
 * @throws DoorkitError `invalid_argument` for a circular structure or a bigint.
 */
export function writeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new DoorkitError(
      'invalid_argument',
      'The input cannot be written as JSON. Leave out circular references and bigints.',
      { cause },
    )
  }
}

/** Parses a body, and passes every string value in it through `revise`. Undefined if it is not JSON. */
export function readJson(text: string, revise?: (text: string) => string): unknown {
  try {
    return JSON.parse(
      text,
      revise && ((_name, value) => (typeof value === 'string' ? revise(value) : value)),
    )
  } catch {
    // The error of `JSON.parse` would quote the text, which may contain personal data.
    return undefined
  }
}
