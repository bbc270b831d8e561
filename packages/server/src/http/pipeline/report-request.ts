import type { Answer } from '../../requests/http-answer.ts'
import { credentialIdOf } from '../../requests/principal.ts'
import type { StoreServices } from '../../services/services.ts'
import type { Exchange } from './exchange.ts'
import type { HttpRequest } from './http-request.ts'
import { onStreamEnd } from './unsent-answer.ts'

/** Adds a request with an API key to the log of its workspace. */
export function logRequest(
  { services, request, requestId, requestPrincipal, route }: Exchange,
  at: number,
  answer: Answer,
): void {
  // Requests of visitors and of the console would displace the requests with API keys.
  if (requestPrincipal?.principal.kind !== 'apiKey') return
  services.requestLog.add({
    id: requestId,
    workspace: requestPrincipal.workspace.id,
    key: requestPrincipal.principal.apiKey.id,
    at,
    method: request.method,
    path: route?.operation.path ?? null,
    status: answer.status,
    duration_ms: services.clock.now() - at,
  })
}

/**
 * Counts a request for the metrics, and calls `onRequest`: at once or, if the answer is a stream, when
 * the stream ends.
 *
 * @param sent - the answer with all headers, as it would be sent. Send the result in its place.
 */
export function reportRequest(
  {
    clock,
    logger,
    countAnswer,
    onRequest,
  }: Pick<StoreServices, 'clock' | 'logger' | 'countAnswer' | 'onRequest'>,
  request: HttpRequest,
  at: number,
  answer: Answer,
  sent: Answer,
  { requestPrincipal, route }: Pick<Exchange, 'requestPrincipal' | 'route'> = {},
): Answer {
  countAnswer(answer.status, clock.now() - at)
  if (!onRequest) return sent
  const report = async () =>
    onRequest({
      at,
      method: request.method,
      route: route?.operation.path ?? null,
      operation: route?.id ?? null,
      status: answer.status,
      errorCode: problemCode(answer),
      durationMs: clock.now() - at,
      requestId: sent.headers['X-Request-Id'] ?? null,
      incomingRequestId: matched(request.header('x-request-id'), visible),
      traceparent: matched(request.header('traceparent'), traceContext),
      key: requestPrincipal ? credentialIdOf(requestPrincipal.principal) : null,
      workspace: requestPrincipal?.workspace.id ?? null,
    })
  const onEnded = () =>
    void report().catch((error) => {
      const request_id = sent.headers['X-Request-Id']
      logger.error({ request_id, error }, 'The callback onRequest failed.')
    })
  if (sent.body instanceof ReadableStream) {
    return { ...sent, body: onStreamEnd(sent.body, onEnded) }
  }
  onEnded()
  return sent
}

const visible = /^[\x21-\x7e]{1,128}$/

// In version 00, nothing follows the flags. Fields that later versions add after the flags are dropped.
const traceContext =
  /^(?:00(?=.{53}$)|(?!00|ff)[\da-f]{2})-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=$|-)/

const matched = (value: string | null, pattern: RegExp) =>
  value === null ? null : (pattern.exec(value)?.[0] ?? null)

/** The code of a problem document. It is read from the text, because a replayed answer has only its text. */
function problemCode({ headers, body }: Answer): string | null {
  if (headers['Content-Type'] !== 'application/problem+json' || typeof body !== 'string')
    return null
  return (JSON.parse(body) as { code: string }).code
}
