import { type ChatStream, type ChatStreamError, readChatStream } from '@doorkit/chat-stream'
import type { Received } from '../attempt/run-attempt.ts'
import type { ClientConfig } from '../call/client-config.ts'
import type { OutgoingCall } from '../call/outgoing-call.ts'
import { stackOf } from '../errors/call-site.ts'
import { present } from '../errors/without-nulls.ts'

/** Reads an answer that arrives in pieces: after its attempt, under the caller's signal. */
export async function readStream(
  { response, text, unexpected }: Received,
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

/** Completes the error of a stream that broke off with the call that asked for it, and who called. */
function describeFailure(
  error: ChatStreamError,
  { operation, subject, site }: OutgoingCall<ChatStream>,
  { address, credential }: ClientConfig,
  requestId: string | undefined,
): void {
  const asked = [operation.id, subject].filter(Boolean).join(' ')
  const request = requestId && credential.redact(requestId).slice(0, 100)
  const facts = [error.code, request].filter(Boolean).join(', ')
  error.message = `${asked}: ${error.message} (${facts})`
  Object.assign(
    error,
    present({ operation: operation.id, host: address().shown, requestId: request }),
  )
  error.stack = stackOf(`${error.name}: ${error.message}`, error.stack, site)
}
