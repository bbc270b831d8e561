import { bounded } from './bounded.ts'
import type { WithMeta } from './call.ts'
import type { CoreConfig } from './core-config.ts'
import { DeadlineError } from './errors/deadline-error.ts'
import { ResponseError } from './errors/response-error.ts'
import { TimeoutError } from './errors/timeout-error.ts'
import { readMeta } from './meta.ts'
import { composeMiddleware, type Middleware, type SendAttempt } from './middleware.ts'
import type { OutgoingCall } from './outgoing-call.ts'
import type { Progress } from './progress.ts'
import { readBody } from './read-body.ts'
import { readRefusal } from './read-refusal.ts'

/**
 * Sends a call once, and reads the answer to its end. `timeout`, what is left of the deadline and
 * the caller's signal bound all of it, middleware included.
 */
export function sendOnce<Value>(
  config: CoreConfig,
  transport: SendAttempt,
  call: OutgoingCall<Value>,
  progress: Progress,
  startedAt: number,
): Promise<WithMeta<Value>> {
  const { clock } = config
  const { operation, options, body, idempotencyKey } = call
  const { headers, deadlineMs } = progress
  const attempt = progress.history.length + 1
  const timeoutMs = options.timeout ?? config.timeout ?? call.timeoutMs
  const remainingMs = progress.endsAt - startedAt
  const onTimeout = () =>
    remainingMs <= timeoutMs
      ? new DeadlineError(deadlineMs, progress.lastError)
      : new TimeoutError(timeoutMs)
  const bounds = {
    clock,
    timeoutMs: Math.min(timeoutMs, remainingMs),
    onTimeout,
    signal: options.signal,
  }
  return bounded(bounds, async (signal, release) => {
    try {
      const context = { operation, attempt, idempotencyKey }
      const layers = layersOf(config, call, progress)
      const send = layers.length === 0 ? transport : composeMiddleware(layers, transport, context)
      const url = config.baseUrl + call.target
      const response = await send({ method: operation.method, url, headers, body, signal })
      if (signal.aborted) {
        // A fetch that pays no heed to its signal answered too late: free its connection.
        response.body?.cancel(signal.reason).catch(() => {})
        throw signal.reason
      }
      const meta = readMeta(response, { attempts: attempt, idempotencyKey })
      progress.meta = meta
      if (response.ok) return { data: await call.read(response, signal), meta }
      const text = await readRefused(response, config, signal)
      throw readRefusal(response, text, clock.now())
    } finally {
      release()
    }
  })
}

/** What wraps an attempt, the outermost first. */
function layersOf(
  { middleware }: CoreConfig,
  { options }: OutgoingCall<unknown>,
  { hooks }: Progress,
): readonly Middleware[] {
  if (hooks.length === 0 && !options.middleware) return middleware
  return [...middleware, ...hooks.flatMap(({ send = [] }) => send), ...(options.middleware ?? [])]
}

/** The status of a refusal counts even where its body is cut off or too long. */
async function readRefused(
  response: Response,
  { maxResponseBytes }: CoreConfig,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await readBody(response, maxResponseBytes, signal)
  } catch (error) {
    if (error instanceof ResponseError) return error.body
    throw error
  }
}
