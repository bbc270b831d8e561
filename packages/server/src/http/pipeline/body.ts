import { Failure, invalid } from '../../errors/failure.ts'
import type { Clock } from '../../ports/clock.ts'

/** A request's body, read but not yet judged. */
export interface Body {
  readonly bytes: Uint8Array
  /** More came than the operation takes: `bytes` holds only the beginning. */
  readonly tooLarge: boolean
  /** The bytes that a parser of the host takes, where that one refused the body. */
  readonly hostLimit?: number | undefined
}

/** What reading a body fails with that a parser of the host has refused as too large. */
export class RefusedByHost extends Error {
  readonly limit: number

  constructor(limit: number) {
    super(`The body parser takes ${limit} bytes.`)
    this.limit = limit
  }
}

const empty: Body = { bytes: new Uint8Array(), tooLarge: false }

// Hosts may wait for a request for ever: Fastify does unless it is told otherwise.
const timeoutMs = 60_000

/**
 * Reads at most `limit` bytes of the body.
 *
 * @throws Failure `invalid_request` when the client hangs up before the end, or takes over a minute.
 */
export async function readBody(request: Request, limit: number, clock: Clock): Promise<Body> {
  if (Number(request.headers.get('content-length')) > limit) return { ...empty, tooLarge: true }
  if (!request.body) return empty
  const reader = request.body.getReader()
  // What still comes is of no use; the answer must not wait for it.
  const leave = () => void reader.cancel().catch(() => {})
  let isLate = false
  const stopClock = clock.after(timeoutMs, () => {
    isLate = true
    leave()
  })
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) throw new Error('The body took too long.')
      if (done) return { bytes: Buffer.concat(parts), tooLarge: false }
      parts.push(value)
      length += value.byteLength
      if (length > limit) {
        leave()
        return { bytes: Buffer.concat(parts).subarray(0, limit), tooLarge: true }
      }
    }
  } catch (cause) {
    if (cause instanceof RefusedByHost) return { ...empty, tooLarge: true, hostLimit: cause.limit }
    const detail = 'The body ended too early or took too long. Send the request again.'
    throw new Failure('invalid_request', detail, { cause })
  } finally {
    stopClock()
  }
}

/** The body's text, after the rules that hold for every operation. */
export function bodyText(request: Request, body: Body, limit: number): string {
  if (body.tooLarge) {
    const detail =
      body.hostLimit === undefined
        ? `The body is larger than ${limit} bytes.`
        : `The body is larger than ${body.hostLimit} bytes, which is what the application that ` +
          'serves this API takes. It can take more with the option `limit` of its body parser.'
    throw new Failure('invalid_request', detail, { status: 413 })
  }
  if (body.bytes.length === 0) return ''
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw invalid('Content-Type', 'Send the body as `Content-Type: application/json`.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body.bytes)
  } catch {
    if (request.headers.has('content-encoding')) {
      throw invalid('Content-Encoding', 'The body is compressed. Send it as it is.')
    }
    throw invalid(undefined, 'The body is not valid UTF-8.')
  }
}
