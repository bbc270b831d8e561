import type { ChatStream } from '@doorkit/chat-stream'
import type { StreamOptions } from './call-options.ts'
import type { CoreConfig } from './core-config.ts'
import { type Method, type MethodKit, outgoingCall, prepare, readArguments } from './method.ts'
import { readBody } from './read-body.ts'
import { type ReadAnswer, unexpectedAnswer } from './read-document.ts'
import { createStreamCall } from './stream-call.ts'

/** Makes the method that asks for the answer of an operation as a UI message stream. */
export function createStreamMethod(kit: MethodKit): Method {
  const { config, perform } = kit
  return (...given) => {
    const args = readArguments(kit, given)
    const read = streamReader(config, args.options)
    const accept = 'text/event-stream, application/json'
    const prepared = prepare(perform, () => ({
      ...outgoingCall(kit, args, read, { stream: true }),
      accept,
      stream: true,
    }))
    return createStreamCall(prepared)
  }
}

function streamReader(config: CoreConfig, options: StreamOptions): ReadAnswer<ChatStream> {
  const { clock, maxResponseBytes } = config
  return async (response, signal) => {
    const type = response.headers.get('content-type') ?? ''
    if (!/^text\/event-stream\s*(;|$)/i.test(type)) {
      throw unexpectedAnswer(
        response,
        await readBody(response, maxResponseBytes, signal),
        'an event stream',
      )
    }
    // Loaded by the first stream: who reads none does not pay for it.
    const { readChatStream } = await import('./chat-reader.ts')
    return readChatStream(response, {
      // The attempt's signal ends with the attempt; the stream goes on under the caller's.
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
