import type { Answer } from '../../kit/answer.ts'
import type { StoreServices } from '../../kit/services.ts'
import type { Caller } from './authenticate.ts'
import type { HttpRequest } from './http-request.ts'
import type { Route } from './route.ts'

/** One request that has ended: no body, no query, and no path with ids in it. */
export interface RequestReport {
  /** When it came, in milliseconds since the epoch. */
  readonly at: number
  /** The method of the request. */
  readonly method: string
  /** The path of the operation, such as `/contacts/{id}`; null where there is no such operation. */
  readonly route: string | null
  /** The name of the operation, such as `contacts.update`; null with `route`. */
  readonly operation: string | null
  /** The status of the answer. */
  readonly status: number
  /** The `code` of the problem that was answered; null where there was none. */
  readonly errorCode: string | null
  /** From its arrival to the end of its answer, that of a stream too, in milliseconds. */
  readonly durationMs: number
  /** The `X-Request-Id` of the answer: `req_…`. A replayed answer has that of the first request. */
  readonly requestId: string | null
  /** The `X-Request-Id` that came with the request: up to 128 visible characters of ASCII. */
  readonly incomingRequestId: string | null
  /** The `traceparent` that came with the request, where it follows W3C Trace Context. */
  readonly traceparent: string | null
  /** The id of the key that called; null where no valid key came. */
  readonly key: string | null
  /** The id of the workspace of the key; null with `key`. */
  readonly workspace: string | null
}

/** What the pipeline finds out about a request, as far as it gets. */
export interface RequestFacts {
  readonly caller?: Caller | undefined
  readonly route?: Route | undefined
}

/**
 * Reports a request once its answer has ended. `sent` is what is sent of the answer: gives what to
 * send in its place.
 */
export function reportRequest(
  { clock, logger, onRequest }: Pick<StoreServices, 'clock' | 'logger' | 'onRequest'>,
  request: HttpRequest,
  at: number,
  answer: Answer,
  sent: Answer,
  { caller, route }: RequestFacts = {},
): Answer {
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
      key: caller?.key.id ?? null,
      workspace: caller?.workspace.id ?? null,
    })
  const ended = () =>
    void report().catch((error) => logger.error({ error }, 'The callback onRequest failed.'))
  if (sent.body instanceof ReadableStream) {
    return { ...sent, body: whenEnded(sent.body, ended) }
  }
  ended()
  return sent
}

const visible = /^[\x21-\x7e]{1,128}$/

// Version 00 ends after the flags; what a later version adds there is left out.
const traceContext =
  /^(?:00(?=.{53}$)|(?!00|ff)[\da-f]{2})-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?=$|-)/

const matched = (value: string | null, pattern: RegExp) =>
  value === null ? null : (pattern.exec(value)?.[0] ?? null)

/** Stored answers are replayed as text, so the text is where every code is. */
function problemCode({ headers, body }: Answer): string | null {
  if (headers['Content-Type'] !== 'application/problem+json' || typeof body !== 'string')
    return null
  return (JSON.parse(body) as { code: string }).code
}

/** The same stream; `ended` is called when it is read to its end, canceled or broken off. */
function whenEnded(body: ReadableStream<Uint8Array>, ended: () => void) {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        void reader.closed.catch((error) => controller.error(error)).then(ended)
      },
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
