/** One operation as the client needs it: the contract without its schemas. */
export interface Route {
  readonly method: string
  /** Below the version segment, ids in braces. */
  readonly path: string
  readonly kind: 'json' | 'list' | 'stream'
  /** Where the input of the call goes; absent when it takes none. */
  readonly input?: 'query' | 'body' | undefined
  /** Whether the list comes in pages. */
  readonly paged?: boolean
  /** Whether it is counted against the budget of heavy requests. */
  readonly heavy?: boolean
}

/**
 * Resource to operation: two levels, as in the contract. Each is a line of words, the method and
 * the path first: `GET /contacts list query paged`. It takes a third of the room of an object.
 */
export type Routes = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Reads the line of an operation. */
export function readRoute(line: string): Route {
  const [method = '', path = '', ...words] = line.split(' ')
  const one = <Word extends string>(...of: Word[]) => of.find((word) => words.includes(word))
  return {
    method,
    path,
    kind: one('list', 'stream') ?? 'json',
    input: one('query', 'body'),
    paged: words.includes('paged'),
    heavy: words.includes('heavy'),
  }
}
