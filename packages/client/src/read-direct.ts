import { decodeChunks } from './decode-chunks.ts'
import { readBody, tooLarge, truncated } from './read-body.ts'
import type { DirectAnswer, WholeBody } from './whole-body.ts'

/**
 * Reads a body as text, the shortest way there is: at once where all of it is there, in one piece
 * where its length is known, and piece by piece otherwise.
 *
 * @throws ResponseError `response_too_large`, or `response_truncated` when the connection broke.
 */
export function readDirect(
  response: Response | DirectAnswer,
  maxBytes: number,
  signal: AbortSignal,
): string | Promise<string> {
  const { status } = response
  const whole = 'readWhole' in response ? response.readWhole(maxBytes) : undefined
  if (whole) {
    const read = ({ chunks, end, cause }: WholeBody) => {
      const text = decodeChunks(chunks, maxBytes)
      if (end === 'complete') return text
      throw end === 'broken' ? truncated(status, text, cause) : tooLarge(status, text, maxBytes)
    }
    return 'end' in whole ? read(whole) : whole.then(read)
  }
  if (isWithin(response, maxBytes)) {
    return response.text().catch((cause) => {
      throw truncated(status, '', cause)
    })
  }
  return readBody(response, maxBytes, signal)
}

/** Whether a body is known to be short enough to be read at once, which costs less than piecewise. */
function isWithin({ ok, headers }: Response, maxBytes: number): boolean {
  const length = headers.get('content-length')
  // A refusal is told as far as it came, and a decoded body is longer than its length says.
  return ok && length !== null && Number(length) <= maxBytes && !headers.has('content-encoding')
}
