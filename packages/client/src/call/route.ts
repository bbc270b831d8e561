import type { OperationInfo } from '../answer/operation-info.ts'

/** One operation as the client needs it: the contract without its schemas. */
export interface Route {
  readonly operation: OperationInfo
  /** Whether the call takes input: the query of a read, the body of a write. */
  readonly hasInput?: boolean
  /** Whether the list comes in pages. */
  readonly paged?: boolean
  /** How the ids of its path begin, in order, by spaces: `we_ whd_`. More than it has do no harm. */
  readonly prefixes?: string | undefined
}

/** The kind of answer that an operation gives. */
export type ReplyKind = 'json' | 'list' | 'stream'

/** Reads the line of an operation. */
export function readRoute(
  id: string,
  path: string,
  line: string,
  prefixes: string | undefined,
): Route & { kind: ReplyKind } {
  const [method = '', ...words] = line.split(' ')
  const below = words.find((word) => word.startsWith('/')) ?? ''
  const has = (word: string) => words.includes(word)
  return {
    operation: Object.freeze({ id, method, path: path + below, heavy: has('heavy') }),
    kind: has('list') ? 'list' : has('stream') ? 'stream' : 'json',
    hasInput: has('query') || has('body'),
    paged: has('paged'),
    prefixes,
  }
}
