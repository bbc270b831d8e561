import { type ChatStream, type ChatStreamError, readChatStream } from '@doorkit/chat-stream'
import type { SuccessfulAnswer } from '../attempt/run-attempt.ts'
import type { ClientConfig } from '../call/client-config.ts'
import type { OutgoingCall } from '../call/outgoing-call.ts'
import { stackOf } from '../errors/call-site.ts'
import { withFacts } from '../errors/doorkit-error.ts'
import { withoutNulls } from '../errors/without-nulls.ts'

/**
 * Reads an answer as a stream. A stream outlives its attempt, so the time limit of the attempt does not
 * end it. The caller's signal still aborts it.
 */
export async function readStream(
  { response, text, unexpected }: SuccessfulAnswer,
  outgoing: OutgoingCall<ChatStream>,
  config: ClientConfig,
): Promise<ChatStream> {
  const { clock, maxResponseBytes: maxTotalBytes } = config
  const { signal, idleTimeout } = outgoing.options
  const type = response.headers.get('content-type') ?? ''
  if (!/^text\/event-stream\s*(;|$)/i.test(type)) {
    throw unexpected(await text(), 'an event stream')
  }
  const requestId = response.headers.get('x-request-id') ?? undefined
  return readChatStream(response, {
    signal,
    idleTimeout: idleTimeout ?? config.idleTimeout,
    maxTotalBytes,
    onFailure: (error) => describeFailure(error, outgoing, config, requestId),
    schedule(callback, delayMs) {
      const timer = clock.setTimeout(callback, delayMs, 'limit')
      return () => clock.clearTimeout(timer)
    },
  })
}

/** Adds the call and its place in the program to the error of a broken stream. */
function describeFailure(
  error: ChatStreamError,
  { operation: { id: operation }, ids, site }: OutgoingCall<ChatStream>,
  { address, credential, name }: ClientConfig,
  requestIdHeader: string | undefined,
): void {
  const requestId = requestIdHeader && credential.redact(requestIdHeader).slice(0, 100)
  const facts = [error.code, requestId, name && `client ${name}`]
  error.message = withFacts(`${operation}${ids}: ${error.message}`, facts)
  Object.assign(error, withoutNulls({ client: name, operation, host: address().shown, requestId }))
  error.stack = stackOf(`${error.name}: ${error.message}`, error.stack, site)
}
