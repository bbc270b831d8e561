import { Failure } from '../errors/failure.ts'
import type { Servable, ServeOptions } from '../http/mounts/servable.ts'
import type { Pipeline } from '../http/pipeline/handle-request.ts'
import { fromStandard, type HttpRequest } from '../http/pipeline/http-request.ts'
import { reportRequest } from '../http/pipeline/report-request.ts'
import { versionPath } from '../http/pipeline/router.ts'
import { serveInOrder } from '../http/pipeline/serve-in-order.ts'
import { limitWaiting } from '../http/pipeline/unsent-answer.ts'
import { type Answer, toResponse } from '../requests/http-answer.ts'
import { outsideAnswer } from '../requests/problem-answer.ts'
import type { Services, StoreServices } from '../services/services.ts'

/** The options of {@link ServedApi.fetch}: the options of the standard `fetch`, and the mount path. */
export interface FetchOptions extends RequestInit, ServeOptions {}

/** An API that can serve requests. */
export interface ServedApi extends Servable {
  /**
   * Serves one request. It accepts the arguments of the standard `fetch`, so a client can use it in
   * place of the network. It rejects only if the arguments do not describe a request.
   */
  readonly fetch: (input: Request | URL | string, options?: FetchOptions) => Promise<Response>
}

/** The parts of a server kit that serving an API needs. */
export interface ServingParts {
  readonly base: StoreServices
  readonly ready: () => Promise<Services>
  /** Registers work that `close` waits for. */
  readonly track: <T>(work: Promise<T>) => Promise<T>
}

export function serveRequests(parts: ServingParts, pipeline: Pipeline): ServedApi {
  const { base, ready } = parts
  return servedApi(async (request, { mountPath = '' } = {}) => {
    const path = versionPath(request.pathname, mountPath)
    const startedAt = base.clock.now()
    const report = (answer: Answer) => reportRequest(base, request, startedAt, answer, answer)
    const problem = 'The server kit could not start.'
    const serve = async () =>
      path === null ? report(outsideAnswer(base.makeId)) : pipeline(await ready(), request, path)
    return answerRequest(parts, request, problem, serve, report)
  })
}

/**
 * Answers a request once the previous one on its connection is answered. If `serve` throws an error, the
 * answer is a problem document. An error that is not a {@link Failure} is logged, with the message `problem`.
 *
 * @param report - reports the problem document, if `serve` reports its answers. Default: no report.
 */
export async function answerRequest(
  { base: { clock, logger, makeId }, track }: ServingParts,
  request: HttpRequest,
  problem: string,
  serve: () => Promise<Answer>,
  report: (answer: Answer) => Answer = (answer) => answer,
): Promise<Answer> {
  limitWaiting(request, clock)
  try {
    return await track(serveInOrder(request, serve))
  } catch (error) {
    const answer = outsideAnswer(makeId, error)
    const request_id = answer.headers['X-Request-Id']
    if (!(error instanceof Failure)) logger.error({ request_id, error }, problem)
    return report(answer)
  }
}

/** Adds the `fetch` of a served API to its `serve`. */
export function servedApi(serve: ServedApi['serve']): ServedApi {
  return {
    serve,
    async fetch(input, { mountPath, ...init } = {}) {
      const isComplete = input instanceof Request && Object.keys(init).length === 0
      const request = isComplete ? input : new Request(input, init)
      return toResponse(await serve(fromStandard(request), { mountPath }))
    },
  }
}
