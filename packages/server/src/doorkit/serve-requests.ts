import { Failure } from '../errors/failure.ts'
import type { Servable, ServeOptions } from '../http/mounts/servable.ts'
import type { Pipeline } from '../http/pipeline/handle-request.ts'
import { fromStandard } from '../http/pipeline/http-request.ts'
import { reportRequest } from '../http/pipeline/report-request.ts'
import { versionPath } from '../http/pipeline/router.ts'
import { serveInOrder } from '../http/pipeline/serve-in-order.ts'
import { limitWaiting } from '../http/pipeline/unsent-answer.ts'
import { toResponse } from '../requests/http-answer.ts'
import { outsideAnswer } from '../requests/problem-answer.ts'
import type { Services, StoreServices } from '../services/services.ts'

/** The options of {@link ServedApi.fetch}: the options of the standard `fetch`, and the mount path. */
export interface FetchOptions extends RequestInit, ServeOptions {}

/** An API that can serve requests. */
export interface ServedApi extends Servable {
  /**
   * Serves one request. It accepts the arguments of the standard `fetch`, so a client can use it in place
   * of the network. It rejects only if the arguments do not describe a request.
   */
  readonly fetch: (input: Request | URL | string, options?: FetchOptions) => Promise<Response>
}

/** The parts of a server kit that serving an API needs. */
export interface ServingParts {
  readonly base: Pick<StoreServices, 'clock' | 'logger' | 'makeId' | 'countAnswer' | 'onRequest'>
  readonly ready: () => Promise<Services>
  /** Registers work that `close` waits for. */
  readonly track: <T>(work: Promise<T>) => Promise<T>
}

/** Serves the requests of one audience. */
export function serveRequests({ base, ready, track }: ServingParts, pipeline: Pipeline): ServedApi {
  const { clock, logger, makeId } = base
  const serve: ServedApi['serve'] = async (request, { mountPath = '' } = {}) => {
    const path = versionPath(request.pathname, mountPath)
    const startedAt = clock.now()
    const answerOutside = (cause?: unknown) => {
      const answer = outsideAnswer(makeId, cause)
      if (cause !== undefined && !(cause instanceof Failure)) {
        const request_id = answer.headers['X-Request-Id']
        logger.error({ request_id, error: cause }, 'The server kit could not start.')
      }
      return reportRequest(base, request, startedAt, answer, answer)
    }
    limitWaiting(request, clock)
    try {
      const answer = serveInOrder(request, async () =>
        path === null ? answerOutside() : pipeline(await ready(), request, path),
      )
      return await track(answer)
    } catch (error) {
      return answerOutside(error)
    }
  }
  return servedApi(serve)
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
