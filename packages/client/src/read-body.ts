import { decodeChunks } from './decode-chunks.ts'
import { ResponseError } from './errors/response-error.ts'
import type { DirectAnswer, WholeBody } from './whole-body.ts'

/**
 * Reads a body as text, up to `maxBytes` after decompression: at once, where all of it is there.
 *
 * @throws ResponseError `response_too_large`, or `response_truncated` when the connection broke.
 */
export function readBody(
  response: Response | DirectAnswer,
  maxBytes: number,
  signal: AbortSignal,
): string | Promise<string> {
  const whole = 'readWhole' in response ? response.readWhole(maxBytes) : undefined
  if (whole) {
    const read = ({ chunks, end, cause }: WholeBody) => {
      const text = decodeChunks(chunks, maxBytes)
      if (end === 'complete') return text
      throw end === 'broken' ? truncated(response, text, cause) : tooLarge(response, text, maxBytes)
    }
    return 'end' in whole ? read(whole) : whole.then(read)
  }
  if (isWithin(response, maxBytes)) {
    return response.text().catch((cause) => {
      throw truncated(response, '', cause)
    })
  }
  return readPieces(response, maxBytes, signal)
}

async function readPieces(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  // The attempt has failed by then; this only frees the connection of a fetch that pays no heed.
  const cancel = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel)
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    while (bytes <= maxBytes) {
      const { done, value } = await reader.read()
      if (done) return decodeChunks(chunks, maxBytes)
      chunks.push(value)
      bytes += value.byteLength
    }
  } catch (cause) {
    throw truncated(response, decodeChunks(chunks, maxBytes), cause)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  cancel()
  throw tooLarge(response, decodeChunks(chunks, maxBytes), maxBytes)
}

/** Whether a body is known to be short enough to be read at once, which costs less than piecewise. */
function isWithin({ ok, headers }: Response, maxBytes: number): boolean {
  const length = headers.get('content-length')
  // A refusal is told as far as it came, and a decoded body is longer than its length says.
  return ok && length !== null && Number(length) <= maxBytes && !headers.has('content-encoding')
}

function truncated({ status }: Response, body: string, cause: unknown): ResponseError {
  const message = 'The connection broke inside the body'
  return new ResponseError('response_truncated', message, { status, body, cause, retryable: true })
}

function tooLarge({ status }: Response, body: string, maxBytes: number): ResponseError {
  return new ResponseError('response_too_large', `The body is over ${maxBytes} bytes`, {
    status,
    body,
  })
}
