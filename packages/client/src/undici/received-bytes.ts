import { type ReadOptions, tooLargeError, truncatedError } from '../attempt/read-body.ts'

/** The bytes of a body, and how it ended. */
export interface ReceivedBytes {
  /** The received bytes; possibly more than `maxBytes`. */
  readonly chunks: readonly Uint8Array[]
  readonly end: 'complete' | 'too-large' | 'broken'
  /** Why the body is broken. */
  readonly cause?: unknown
}

const decoder = new TextDecoder()

/**
 * Decodes the text of a body that is read as a whole.
 *
 * @throws ResponseError `response_too_large`, or `response_truncated` for a broken body.
 */
export function textOf(
  { chunks, end, cause }: ReceivedBytes,
  status: number,
  { maxBytes, redact }: Pick<ReadOptions, 'maxBytes' | 'redact'>,
): string {
  const [first] = chunks
  // The chunks are joined first, because decoding them one by one is many times slower.
  const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks)
  const text = decoder.decode(bytes.subarray(0, maxBytes))
  if (end === 'complete') return text
  const body = redact(text)
  throw end === 'broken'
    ? truncatedError(status, body, cause)
    : tooLargeError(status, body, maxBytes)
}
