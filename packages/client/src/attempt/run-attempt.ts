import { type CallMeta, readMeta, type WithMeta } from '../answer/call-meta.ts'
import type { OperationInfo } from '../answer/operation-info.ts'
import { AbortedError } from '../errors/aborted-error.ts'
import type { DoorkitError } from '../errors/doorkit-error.ts'
import { ResponseError } from '../errors/response-error.ts'
import type { Clock } from './clock.ts'
import type { SendAttempt, WrapAttempt } from './middleware.ts'
import { readBody } from './read-body.ts'
import { startTimer } from './timer.ts'
import { createTransport, type TransportOptions } from './transport.ts'
import { readRefusal, unexpectedAnswer } from './unusable-answer.ts'

/** A successful answer whose result is still to be read. */
export interface SuccessfulAnswer {
  readonly response: Response
  /**
   * Reads the body to its end.
   *
   * @throws ResponseError `response_too_large`, `response_truncated`
   */
  text(): string | Promise<string>
  /** Creates the error for an unexpected body. Its message names `expected`, such as `a JSON object`. */
  unexpected(body: string, expected: string, code?: 'response_not_json'): ResponseError
}

/** Reads the result from a successful answer. */
export type ReadAnswer<Value> = (answer: SuccessfulAnswer) => Value | Promise<Value>

/** One attempt of a call. */
interface Attempt<Value> {
  readonly operation: OperationInfo
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly idempotencyKey: string | undefined
  /** From 1. */
  readonly number: number
  /** How long the attempt may take, including its body. */
  readonly limitMs: number
  /** Creates the error for an attempt that took longer. */
  readonly timeoutError: () => DoorkitError
  readonly callerSignal: AbortSignal | undefined
  /** The middleware; the first is the outermost. */
  readonly layers: readonly WrapAttempt[]
  readonly read: ReadAnswer<Value>
  /** Called with the meta of the answer, before the body is read. */
  readonly answered: (meta: CallMeta) => void
}

export interface AttemptConfig extends TransportOptions {
  readonly clock: Clock
  readonly maxResponseBytes: number
}

/**
 * Creates the function that makes one attempt: it sends the request and reads the answer. When the time
 * is over or the caller's signal is aborted, the attempt rejects immediately, even if a middleware or
 * `fetch` ignores the signal of the request.
 */
export function createAttemptRunner(config: AttemptConfig) {
  const { clock, maxResponseBytes } = config
  const { redact } = config.credential
  const send = createTransport(config)

  async function exchange<Value>(
    attempt: Attempt<Value>,
    signal: AbortSignal,
  ): Promise<WithMeta<Value>> {
    const { operation, url, headers, body, idempotencyKey, number, layers } = attempt
    const context = { operation, attempt: number, idempotencyKey }
    let authorization = ''
    const sendThrough = layers.reduceRight<SendAttempt>(
      (next, layer) => (request) => layer(request, next, context),
      (request) =>
        send(request, (header) => {
          authorization = header
        }),
    )
    const response = await sendThrough({ method: operation.method, url, headers, body, signal })
    // The answer came too late, because `fetch` or a middleware ignored the signal. Canceling the body
    // frees the connection.
    if (signal.aborted) return response.body?.cancel(signal.reason) as never
    const meta = readMeta(response, number, idempotencyKey, redact)
    attempt.answered(meta)
    const text = () => readBody(response, { maxBytes: maxResponseBytes, signal, redact })
    if (response.ok) {
      const unexpected: SuccessfulAnswer['unexpected'] = (content, expected, code) =>
        unexpectedAnswer(meta, redact(content), expected, code)
      return { data: await attempt.read({ response, text, unexpected }), meta }
    }
    let refusal: string
    try {
      refusal = await text()
    } catch (error) {
      // The status is still valid if the body is truncated or too long.
      refusal = error instanceof ResponseError ? error.body : ''
    }
    throw readRefusal(meta, refusal, clock.now(), redact, authorization)
  }

  return <Value>(attempt: Attempt<Value>): Promise<WithMeta<Value>> =>
    new Promise((resolve, reject) => {
      const controller = new AbortController()
      const { limitMs, callerSignal, timeoutError } = attempt
      const stop = (aborted?: AbortedError) => {
        reject(aborted ?? timeoutError())
        // A second error, because Node's `fetch` replaces the stack of the reason that it receives.
        controller.abort(aborted && callerSignal ? new AbortedError(callerSignal) : timeoutError())
      }
      const release = startTimer(clock, limitMs, 'limit', callerSignal, stop)
      exchange(attempt, controller.signal).finally(release).then(resolve, reject)
    })
}
