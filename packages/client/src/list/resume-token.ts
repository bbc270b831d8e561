import { DoorkitError } from '../errors/doorkit-error.ts'

/** A place in a list: inside a page, or before its first item. */
export interface ListPlace {
  /** The cursor that the page is fetched with; undefined for the first page. */
  readonly cursor?: string | undefined
  /** The id of the last item that was delivered of that page; undefined before the first. */
  readonly after?: string | undefined
}

/** Writes a place as an opaque text of ASCII characters. */
export function writeResumeToken({ cursor = '', after = '' }: ListPlace): string {
  return `r1:${encodeURIComponent(cursor)}:${encodeURIComponent(after)}`
}

/**
 * Reads what {@link writeResumeToken} wrote.
 *
 * @throws DoorkitError `invalid_argument`
 */
export function readResumeToken(token: string): ListPlace {
  const match = /^r1:([^:]*):([^:]*)$/.exec(token)
  try {
    if (match) {
      const [, cursor, after] = match.map(decodeURIComponent)
      return { cursor: cursor || undefined, after: after || undefined }
    }
  } catch {}
  throw new DoorkitError('invalid_argument', 'resume must be the resumeToken of an iterator')
}
