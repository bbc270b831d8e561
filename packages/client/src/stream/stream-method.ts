import type { ChatStream } from '@doorkit/chat-stream'
import type { ReadAnswer } from '../attempt/run-attempt.ts'
import type { Call } from '../call/call.ts'
import type { StreamOptions } from '../call/call-options.ts'
import type { ClientConfig } from '../call/client-config.ts'
import { createMethod, type Method, type MethodKit } from '../call/method.ts'
import { createStreamCall } from './stream-call.ts'

/** How long the agent may take to answer a message (spec: Limits). */
const timeoutMs = 60_000

/** Makes the method that asks for the answer of an operation in one piece, where it could stream. */
export function createSendMethod(kit: MethodKit): Method {
  return createMethod(kit, () => ({ fixed: { stream: false }, timeoutMs }))
}

/** Makes the method that asks for the answer of an operation as a UI message stream. */
export function createStreamMethod(kit: MethodKit): Method {
  const open = createMethod(kit, (options) => ({
    fixed: { stream: true },
    accept: 'text/event-stream, application/json',
    stream: true,
    timeoutMs,
    read: streamReader(kit.config, options),
  }))
  return (...given) => createStreamCall(open(...given) as Call<ChatStream>)
}

/** Makes the reader of an answer that arrives in pieces: after its attempt, under the caller's signal. */
function streamReader(config: ClientConfig, options: StreamOptions): ReadAnswer<ChatStream> {
  const { clock, maxResponseBytes } = config
  return async (received) => {
    const type = received.response.headers.get('content-type') ?? ''
    if (!/^text\/event-stream\s*(;|$)/i.test(type)) {
      throw received.unexpected(await received.text(), 'an event stream')
    }
    // A program that reads no stream does not load the code that reads one.
    const { readChatStream } = await import('@doorkit/chat-stream')
    return readChatStream(received.response, {
      signal: options.signal,
      idleTimeout: options.idleTimeout ?? config.idleTimeout,
      maxTotalBytes: maxResponseBytes,
      schedule(callback, delayMs) {
        const timer = clock.setTimeout(callback, delayMs, 'limit')
        return () => clock.clearTimeout(timer)
      },
    })
  }
}
