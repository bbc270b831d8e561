import type { ChatStream } from '@doorkit/chat-stream'
import type { StreamOptions } from './call-options.ts'
import type { CoreConfig } from './core-config.ts'
import { type Method, type MethodKit, readArguments } from './method.ts'
import { prepareCall } from './prepare-call.ts'
import { documentReader, type ReadAnswer, unexpectedAnswer } from './read-document.ts'
import { createStreamCall } from './stream-call.ts'
import { writingCall } from './write-method.ts'

/** How long the agent may take to answer a message (spec: Limits). */
const timeoutMs = 60_000

/** Makes the method that asks for the answer of an operation in one piece, where it could stream. */
export function createSendMethod(kit: MethodKit): Method {
  const read = documentReader(kit.config)
  return (...given) => {
    const args = readArguments(kit, given)
    return kit.begin(() => ({
      ...writingCall(kit, args, read, { stream: false }),
      timeoutMs,
    }))
  }
}

/** Makes the method that asks for the answer of an operation as a UI message stream. */
export function createStreamMethod(kit: MethodKit): Method {
  return (...given) => {
    const args = readArguments(kit, given)
    const read = streamReader(kit.config, args.options)
    const call = prepareCall(kit.perform, () => ({
      ...writingCall(kit, args, read, { stream: true }),
      accept: 'text/event-stream, application/json',
      stream: true,
      timeoutMs,
    }))
    return createStreamCall(call)
  }
}

function streamReader(config: CoreConfig, options: StreamOptions): ReadAnswer<ChatStream> {
  return async (response, signal) => {
    const type = response.headers.get('content-type') ?? ''
    if (!/^text\/event-stream\s*(;|$)/i.test(type)) {
      const body = await config.readBody(response, config.maxResponseBytes, signal)
      throw unexpectedAnswer(response, body, 'an event stream')
    }
    // Loaded by the first stream: who reads none does not pay for it.
    const { readChat } = await import('./chat-reader.ts')
    return readChat(response, config, options)
  }
}
