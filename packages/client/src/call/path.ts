import { DoorkitError } from '../errors/doorkit-error.ts'

/**
 * Fills the placeholders of a path with ids, in order.
 *
 * `''`, `.` and `..` would change which path is requested (an empty id makes a "get" a "list"), so they
 * are refused before anything is sent, as are control characters and halves of surrogate pairs. Any
 * other text is encoded.
 */
export function fillPath(template: string, ids: readonly unknown[]): string {
  let index = 0
  return template.replace(/{(\w+)}/g, (_match, name) => {
    const id = ids[index++]
    if (typeof id === 'string' && !/^\.{0,2}$|\p{Cc}|\p{Cs}/u.test(id)) {
      return encodeURIComponent(id)
    }
    throw new DoorkitError('invalid_argument', `${name} must be the id of an object`)
  })
}

/** Checks a path from the caller: it must be encoded, below `baseUrl`, and without a query. */
export function checkPath(path: string): void {
  // The parser of URLs would read dots, a host, a query or a line break as something other than this path.
  if (URL.parse(`https://host${path}`)?.pathname !== path || path.startsWith('//')) {
    throw new DoorkitError(
      'invalid_argument',
      'path must begin with one "/", be encoded, stay below baseUrl and have no query: use `query`',
    )
  }
}
