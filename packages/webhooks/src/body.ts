import { verificationError } from './error.ts'

/** The body as it arrived. Text is verified as its UTF-8 bytes. */
export type WebhookBody = string | Uint8Array | ArrayBuffer

/** Returns a raw body as text or bytes. For any other value, throws an error that says what is wrong. */
export function rawBody(body: unknown): string | Uint8Array {
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body === undefined || body === null) throw verificationError('missing_body')
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  }
  // `instanceof` would refuse the buffers of another realm, which test runners pass.
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') {
    try {
      return new Uint8Array(body as ArrayBuffer)
    } catch {
      // A buffer that was transferred to another thread or stream has no bytes left.
      throw verificationError('missing_body')
    }
  }
  if (typeof body === 'function' || isReadable(body)) throw verificationError('unread_body')
  throw verificationError('parsed_body')
}

/** Whether a body is a promise, Request, Response, Blob, web stream or Node stream. */
function isReadable(body: unknown): boolean {
  return ['arrayBuffer', 'getReader', 'pipe', 'then'].some(
    (method) => typeof (body as Record<string, unknown>)[method] === 'function',
  )
}
