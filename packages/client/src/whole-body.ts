/** How the body of an answer came to its end. */
export interface WholeBody {
  /** What came; perhaps a little more than was asked for. */
  readonly chunks: readonly Uint8Array[]
  readonly end: 'complete' | 'too-large' | 'broken'
  /** Why it broke. */
  readonly cause?: unknown
}

/** An answer that has, beside everything of a `Response`, a shorter way to its body than a stream. */
export interface DirectAnswer extends Response {
  /** Never rejects; undefined once the body is being read the usual way. */
  readWhole(maxBytes: number): WholeBody | Promise<WholeBody> | undefined
}
