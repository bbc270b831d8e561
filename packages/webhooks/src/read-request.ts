import { receiverError, verificationError, type WebhookError } from './error.ts'

/** The limits of a receiver. */
export interface ReceiverOptions {
  /**
   * The most bytes of a body that the receiver reads. A larger body is refused with 413, so that nobody
   * can fill the memory. A body that other code has read is not limited. Default 5,242,880 (5 MiB),
   * enough for a transcript of more than a thousand long messages.
   */
  maxBodyBytes?: number | undefined
}

export const defaultMaxBodyBytes = 5 * 1024 * 1024

/** Reads the body of a web request, up to a limit. */
export async function readRequest(
  request: Request,
  { maxBodyBytes = defaultMaxBodyBytes }: ReceiverOptions = {},
): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked) throw verificationError('parsed_body')
  if (Number(request.headers.get('content-length')) > maxBodyBytes)
    throw tooLargeError(maxBodyBytes)
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw receiverError('body_read_failed')
    })
    if (done) break
    chunks.push(value)
    length += value.length
    if (length > maxBodyBytes) {
      await reader.cancel().catch(() => undefined)
      throw tooLargeError(maxBodyBytes)
    }
  }
  return joinChunks(chunks, length)
}

export function tooLargeError(maxBodyBytes: number): WebhookError {
  return receiverError('body_too_large', `${maxBodyBytes} bytes`)
}

function joinChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks
  if (first && chunks.length === 1) return first
  const body = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.length
  }
  return body
}
