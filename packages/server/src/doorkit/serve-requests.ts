import { Failure } from '../errors/failure.ts'
import type { Servable, ServeOptions } from '../http/mounts/servable.ts'
import type { Pipeline } from '../http/pipeline/handle-request.ts'
import { fromStandard } from '../http/pipeline/http-request.ts'
import { limitWaiting } from '../http/pipeline/limit-waiting.ts'
import { outsideAnswer, versionPath } from '../http/pipeline/path.ts'
import { reportRequest } from '../http/pipeline/report-request.ts'
import { serveInOrder } from '../http/pipeline/serve-in-order.ts'
import { toResponse } from '../kit/answer.ts'
import type { Services, StoreServices } from '../kit/services.ts'

/** How a request reached {@link ServedApi.fetch}; the members of `RequestInit` count as there. */
export interface FetchOptions extends RequestInit, ServeOptions {}

/** An API that is served. */
export interface ServedApi extends Servable {
  /**
   * Serves one request: everything else wraps this. Takes what the standard `fetch` takes, so that
   * a client can be given it in place of the network. Never rejects.
   */
  readonly fetch: (input: Request | URL | string, options?: FetchOptions) => Promise<Response>
}

/** The parts of a server kit that serve an API. */
export interface ServingParts {
  readonly base: Pick<StoreServices, 'clock' | 'logger' | 'makeId' | 'onRequest'>
  readonly ready: () => Promise<Services>
  /** Remembers work that `close` waits for. */
  readonly track: <T>(work: Promise<T>) => Promise<T>
}

/** Serves the requests of one audience. */
export function serveRequests({ base, ready, track }: ServingParts, pipeline: Pipeline): ServedApi {
  const { clock, logger, makeId } = base
  const serve: ServedApi['serve'] = async (request, { mountPath = '' } = {}) => {
    const path = versionPath(request.pathname, mountPath)
    const startedAt = clock.now()
    const outside = (cause?: unknown) => {
      const answer = outsideAnswer(makeId, cause)
      if (cause !== undefined && !(cause instanceof Failure)) {
        const request_id = answer.headers['X-Request-Id']
        logger.error({ request_id, error: cause }, 'The server kit could not start.')
      }
      return reportRequest(base, request, startedAt, answer, answer)
    }
    limitWaiting(request, clock)
    try {
      const answered = serveInOrder(request, async () =>
        path === null ? outside() : pipeline(await ready(), request, path),
      )
      return await track(answered)
    } catch (error) {
      return outside(error)
    }
  }
  return {
    serve,
    async fetch(input, { mountPath, ...init } = {}) {
      const isComplete = input instanceof Request && Object.keys(init).length === 0
      const request = isComplete ? input : new Request(input, init)
      return toResponse(await serve(fromStandard(request), { mountPath }))
    },
  }
}
