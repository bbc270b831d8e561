import { CHAT_STREAM_HEADERS } from '../../src/index.ts'

/** A body under the test's control. */
export interface TestBody {
  stream: ReadableStream<Uint8Array>
  response: Response
  write: (input: string | Uint8Array) => void
  close: () => void
  fail: (cause: unknown) => void
  /** The reason with which the reader canceled; undefined until then. */
  canceled: () => { reason: unknown } | undefined
}

const encoder = new TextEncoder()

/** Makes a body, and a response of the right type around it. */
export function createTestBody(headers: Record<string, string> = CHAT_STREAM_HEADERS): TestBody {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  let canceled: { reason: unknown } | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      control = controller
    },
    cancel: (reason) => {
      canceled = { reason }
    },
  })
  return {
    stream,
    // Made on demand, because a test reads the body either through one response or without any.
    get response() {
      return new Response(stream, { headers })
    },
    write: (input) => control?.enqueue(typeof input === 'string' ? encoder.encode(input) : input),
    close: () => control?.close(),
    fail: (cause) => control?.error(cause),
    canceled: () => canceled,
  }
}

/** A response of the right type with a complete body. */
export const respond = (text: string, init: ResponseInit = {}): Response =>
  new Response(text, { headers: CHAT_STREAM_HEADERS, ...init })

/** Lets everything that is on its way arrive. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
