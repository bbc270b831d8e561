import { type ChatStream, readChatStream } from '@doorkit/chat-stream'
import type { StreamOptions } from './call-options.ts'
import type { CoreConfig } from './core-config.ts'

/** How long a stream may be silent where nothing else is said. */
export const defaultIdleTimeoutMs = 30_000

/** Reads the answer of the agent as it comes. It goes on after its attempt, under the caller's signal. */
export function readChat(
  response: Response,
  { clock, maxResponseBytes, idleTimeout }: CoreConfig,
  options: StreamOptions,
): ChatStream {
  return readChatStream(response, {
    signal: options.signal,
    idleTimeout: options.idleTimeout ?? idleTimeout ?? defaultIdleTimeoutMs,
    maxTotalBytes: maxResponseBytes,
    schedule(callback, delayMs) {
      const timer = clock.setTimeout(callback, delayMs, 'limit')
      return () => clock.clearTimeout(timer)
    },
  })
}
