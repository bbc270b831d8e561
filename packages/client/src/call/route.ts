import type { OperationInfo } from '../answer/operation-info.ts'

/** The facts about an operation that the client needs: the contract without its schemas. */
export interface Route {
  readonly operation: OperationInfo
  /** Whether the method accepts an input: the query of a read, the body of a write. */
  readonly hasInput?: boolean
  /** Whether the list comes in pages. */
  readonly paged?: boolean
  /**
   * The prefixes of the ids in the path, in order: `we_ whd_`. There may be more prefixes than ids in
   * the path.
   */
  readonly prefixes?: string | undefined
}

/** The kind of answer that an operation returns. */
export type ReplyKind = 'json' | 'list' | 'stream'

/** Reads the line of an operation in the table of routes. */
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
