import { ResponseError } from './errors/response-error.ts'

/**
 * Reads a body as text, up to `maxBytes` after decompression.
 *
 * @throws ResponseError `response_too_large`, or `response_truncated` when the connection broke.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  // The attempt has failed by then; this only frees the connection of a fetch that pays no heed.
  const cancel = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', cancel)
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > maxBytes) break
      text += decoder.decode(value, { stream: true })
    }
  } catch (cause) {
    throw new ResponseError('response_truncated', 'The connection broke inside the body', {
      status: response.status,
      body: text,
      cause,
      retryable: true,
    })
  }
  cancel()
  throw new ResponseError('response_too_large', `The body is over ${maxBytes} bytes`, {
    status: response.status,
    body: text,
  })
}
