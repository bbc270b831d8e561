import { Buffer } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { receiverError, verificationError } from './error.ts'
import { defaultMaxBodyBytes, type ReceiverOptions, tooLargeError } from './read-request.ts'

/** A request of `node:http`, with the members that body parsers add. */
export type NodeRequest = IncomingMessage & { body?: unknown; rawBody?: unknown }

/**
 * Reads the raw body of a request: the text or bytes that a body parser kept, or else the bytes from the
 * socket. A parsed body is refused, because its original bytes are gone.
 */
export async function readIncomingMessage(
  request: NodeRequest,
  { maxBodyBytes = defaultMaxBodyBytes }: ReceiverOptions = {},
): Promise<string | Uint8Array> {
  for (const body of [request.body, request.rawBody]) {
    if (typeof body === 'string' || body instanceof Uint8Array) return body
  }
  if (request.readableDidRead) throw verificationError('parsed_body')
  // The body was read to its end, and was empty.
  if (request.readableEnded) return ''
  if (request.destroyed) throw receiverError('body_read_failed')
  if (Number(request.headers['content-length']) > maxBodyBytes) throw tooLargeError(maxBodyBytes)
  return await readStream(request, maxBodyBytes)
}

function readStream(request: IncomingMessage, maxBodyBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    request.on('data', (chunk: Uint8Array) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= maxBodyBytes) return
      request.pause()
      reject(tooLargeError(maxBodyBytes))
    })
    request.once('end', () => resolve(Buffer.concat(chunks, length)))
    request.once('error', () => reject(receiverError('body_read_failed')))
    request.once('close', () => reject(receiverError('body_read_failed')))
  })
}
