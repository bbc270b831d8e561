import { ResponseError } from '../errors/response-error.ts'

export interface ReadOptions {
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Removes secrets from the text of an error. */
  readonly redact: (text: string) => string
}

/** A `Response` whose body can also be read without a stream, which is faster. */
export interface DirectAnswer extends Response {
  /** A faster {@link readBody}; undefined once the answer has been used as an ordinary `Response`. */
  readText(options: ReadOptions): string | Promise<string> | undefined
}

/**
 * Reads a body as text, up to `maxBytes` after decompression. A successful, uncompressed body of known,
 * allowed length is read as a whole; any other body is read in pieces, and no further than one piece
 * beyond `maxBytes`.
 *
 * @throws ResponseError `response_too_large`, or `response_truncated` when the connection broke.
 */
export function readBody(
  response: Response | DirectAnswer,
  options: ReadOptions,
): string | Promise<string> {
  const text = 'readText' in response ? response.readText(options) : undefined
  if (text !== undefined) return text
  if (!isWithin(response, options.maxBytes)) return readPieces(response, options)
  return response.text().catch((cause) => {
    throw truncatedError(response.status, '', cause)
  })
}

/** Whether a body is known to be short enough to be read as a whole, which is faster. */
function isWithin({ ok, headers }: Response, maxBytes: number): boolean {
  const length = headers.get('content-length')
  // A partial error body is still useful, and a compressed body is longer than its content-length.
  return ok && length !== null && Number(length) <= maxBytes && !headers.has('content-encoding')
}

async function readPieces(
  { status, body }: Response,
  { maxBytes, signal, redact }: ReadOptions,
): Promise<string> {
  const reader = body?.getReader()
  // Frees the connection, even if `fetch` ignores its signal.
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
    throw truncatedError(status, redact(text), cause)
  }
  cancel()
  throw tooLargeError(status, redact(text), maxBytes)
}

export function truncatedError(status: number, body: string, cause: unknown): ResponseError {
  const message =
    'The connection broke in the middle of the answer. Check the network and the proxies.'
  return new ResponseError('response_truncated', message, { status, body, cause, retryable: true })
}

export function tooLargeError(status: number, body: string, maxBytes: number): ResponseError {
  const message = `The answer has more than ${maxBytes} bytes. Raise \`maxResponseBytes\`, or ask for less.`
  return new ResponseError('response_too_large', message, { status, body })
}
