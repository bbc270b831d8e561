import { DoorkitError } from '../errors/doorkit-error.ts'
import { wrongList } from './list-kit.ts'

/** A place in a list: inside a page, or before its first item. */
export interface ListPlace {
  /** The cursor that the page is fetched with; undefined for the first page. */
  readonly cursor?: string | undefined
  /** The id of the last item that was delivered of that page; undefined before the first. */
  readonly after?: string | undefined
}

/** The list that a token belongs to. Its workspace is bound by the cursor, which the server signs. */
export interface TokenOwner {
  /** Host and path: `api.example.com/v1/contacts`. */
  readonly list: string
  /** The filters, in any order: a token has a digest of them, as they may name a person. */
  readonly filters: string
}

/** Writes a place as an opaque text of ASCII characters. */
export function writeResumeToken(
  { cursor = '', after = '' }: ListPlace,
  { list, filters }: TokenOwner,
): string {
  return ['r2', ...[list, digest(filters), cursor, after].map(encodeURIComponent)].join(':')
}

/**
 * Reads what {@link writeResumeToken} wrote.
 *
 * @throws DoorkitError `invalid_argument`, or `wrong_list` for the token of another list.
 */
export function readResumeToken(token: string, owner: TokenOwner): ListPlace {
  const [list, filters, cursor, after] = partsOf(token)
  if (list !== owner.list) throw wrongList('resume token', `${list}`, owner.list)
  if (filters !== digest(owner.filters)) {
    throw wrongList('resume token', `${list} with other filters`, 'it with these')
  }
  return { cursor: cursor || undefined, after: after || undefined }
}

function partsOf(token: string): readonly string[] {
  const match = /^r2:([^:]+):([^:]+):([^:]*):([^:]*)$/.exec(token)
  try {
    if (match) return match.slice(1).map(decodeURIComponent)
  } catch {}
  throw new DoorkitError('invalid_argument', 'resume must be the resumeToken of an iterator')
}

/** FNV-1a: tells filters apart that were mixed up, and need not withstand anybody. */
function digest(filters: string): string {
  let hash = 0x811c9dc5
  for (const character of filters.split(/[?&]/).sort().join('&')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
