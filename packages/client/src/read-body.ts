import { ResponseError } from './errors/response-error.ts'

/**
 * Reads a body as text, up to `maxBytes` after decompression.
 *
 * @throws ResponseError `response_too_large`, or `response_truncated` when the connection broke.
 */
export type ReadBody = (
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
) => string | Promise<string>

/** Reads a body piece by piece, so that no more than `maxBytes` of it is ever held. */
export async function readBody(
  { status, body }: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const reader = body?.getReader()
  // The attempt has failed by then; this only frees the connection of a fetch that pays no heed.
  const cancel = () => void reader?.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel)
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    while (bytes <= maxBytes) {
      const { value } = (await reader?.read()) ?? {}
      if (!value) return text + decoder.decode()
      text += decoder.decode(value, { stream: true })
      bytes += value.byteLength
    }
  } catch (cause) {
    throw truncated(status, text, cause)
  }
  cancel()
  throw tooLarge(status, text, maxBytes)
}

/** The error of a body that ended before its time. */
export function truncated(status: number, body: string, cause: unknown): ResponseError {
  const message = 'The connection broke in the body'
  return new ResponseError('response_truncated', message, { status, body, cause, retryable: true })
}

/** The error of a body that is longer than it may be. */
export function tooLarge(status: number, body: string, maxBytes: number): ResponseError {
  const message = `The body is over ${maxBytes} bytes`
  return new ResponseError('response_too_large', message, { status, body })
}
