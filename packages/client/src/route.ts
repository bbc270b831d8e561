/** One operation as the client needs it: the contract without its schemas. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the version segment, ids in braces. */
  readonly path: string
  readonly kind: 'json' | 'list' | 'stream'
  /** Where the input of the call goes; absent when it takes none. */
  readonly input?: 'query' | 'body'
  /** The list comes in pages. */
  readonly paged?: true
  /** Counted against the budget of heavy requests. */
  readonly heavy?: true
}

/** Resource to operation: two levels, as in the contract. */
export type Routes = Readonly<Record<string, Readonly<Record<string, Route>>>>
