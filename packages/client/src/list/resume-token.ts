import { shortDigest } from '../call/idempotency-key.ts'
import { DoorkitError } from '../errors/doorkit-error.ts'
import { wrongListError } from './list-method-parts.ts'

/** A position in a list: inside a page or at its start. */
export interface ListPosition {
  /** The cursor of the page; undefined for the first page. */
  readonly cursor?: string | undefined
  /** The id of the last item delivered from that page; undefined at its start. */
  readonly after?: string | undefined
}

/** The list that a token belongs to. The server refuses a cursor of another workspace. */
export interface TokenOwner {
  /** Host and path: `api.example.com/v1/contacts`. */
  readonly list: string
  /** The filters, in any order. They may name a person, so a token has only a digest of them. */
  readonly filters: string
}

/** Writes a position as an opaque ASCII text. */
export function writeResumeToken(
  { cursor = '', after = '' }: ListPosition,
  { list, filters }: TokenOwner,
): string {
  return ['r2', ...[list, digest(filters), cursor, after].map(encodeURIComponent)].join(':')
}

export function readResumeToken(token: string, owner: TokenOwner): ListPosition {
  const [list, filters, cursor, after] = partsOf(token)
  if (list !== owner.list) throw wrongListError('resume token', `${list}`, owner.list)
  if (filters !== digest(owner.filters)) {
    throw wrongListError('resume token', `${list} with other filters`, `${list} with these filters`)
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

/** A short digest of the filters, whose order does not matter. It detects mistakes, not forgeries. */
function digest(filters: string): string {
  const sortedFilters = filters.split(/[?&]/).sort().join('&')
  return (shortDigest(sortedFilters) >>> 0).toString(36)
}
