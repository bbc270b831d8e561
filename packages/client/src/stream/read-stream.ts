import { type ChatStream, readChatStream } from '@doorkit/chat-stream'
import type { Received } from '../attempt/run-attempt.ts'
import type { StreamOptions } from '../call/call-options.ts'
import type { ClientConfig } from '../call/client-config.ts'

/** Reads an answer that arrives in pieces: after its attempt, under the caller's signal. */
export async function readStream(
  { response, text, unexpected }: Received,
  { signal, idleTimeout }: StreamOptions,
  config: ClientConfig,
): Promise<ChatStream> {
  const { clock, maxResponseBytes: maxTotalBytes } = config
  const type = response.headers.get('content-type') ?? ''
  if (!/^text\/event-stream\s*(;|$)/i.test(type)) {
    throw unexpected(await text(), 'an event stream')
  }
  return readChatStream(response, {
    signal,
    idleTimeout: idleTimeout ?? config.idleTimeout,
    maxTotalBytes,
    schedule(callback, delayMs) {
      const timer = clock.setTimeout(callback, delayMs, 'limit')
      return () => clock.clearTimeout(timer)
    },
  })
}
