/** How the body of an answer came to its end. */
export interface WholeBody {
  /** As much as came, and no more than was asked for. */
  readonly text: string
  readonly end: 'complete' | 'too-large' | 'broken'
  /** Why it broke. */
  readonly cause?: unknown
}

/**
 * Where an answer keeps a shorter way to its body than through a stream. Every copy of the package
 * knows it. Never rejects; undefined once the body is being read the usual way.
 */
export const readWhole = Symbol.for('@doorkit/client/read-whole')

/** An answer that knows the shorter way, beside everything a `Response` has. */
export interface DirectAnswer extends Response {
  readonly [readWhole]: (maxBytes: number) => WholeBody | Promise<WholeBody> | undefined
}

/** Takes the shorter way, where the answer has one. */
export function wholeBodyOf(
  response: Response | DirectAnswer,
  maxBytes: number,
): WholeBody | Promise<WholeBody> | undefined {
  return readWhole in response ? response[readWhole](maxBytes) : undefined
}
