import { siteLimits } from '@doorkit/models/site'
import { Failure } from '../errors/failure.ts'
import type { Cors } from '../http/pipeline/audience.ts'
import type { HttpRequest } from '../http/pipeline/http-request.ts'

const noCaching = { 'Cache-Control': 'no-store, no-transform', Vary: 'Origin' }

/**
 * Lets pages call the site API from their own origins, without cookies or other credentials of the
 * browser. A preflight contains no site key, so the server answers a preflight from every origin. The
 * request itself is served only if its origin is one that the site key allows. A page of another origin
 * cannot read why its request was refused.
 */
export const siteCors: Cors = {
  preflight(request) {
    const isPreflight =
      request.method === 'OPTIONS' && request.header('access-control-request-method') !== null
    if (!isPreflight) return null
    return {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID, Service-Version',
      'Access-Control-Max-Age': String(siteLimits.preflightSeconds),
    }
  },
  headers(request, { status }, requestPrincipal) {
    const origin = request.header('origin')
    // Before authentication, status 403 can only mean a wrong origin.
    const isWrongOrigin = status === 403 && !requestPrincipal
    if (origin === null || isWrongOrigin) return noCaching
    return {
      ...noCaching,
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers':
        'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Service-Version, X-Request-Id',
    }
  },
}

/**
 * The origin of the page that sends a request; null if it is not known.
 *
 * @param own - the origin that a token names. Browsers leave out `Origin` in a GET to the page's own
 * origin.
 */
export function requestOrigin(request: HttpRequest, own: string | null): string | null {
  const given = request.header('origin')
  if (given !== null) return given
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && request.header('sec-fetch-site') === 'same-origin' ? own : null
}

/** The refusal of a request without an origin, or with one that its credential does not allow. */
export function wrongOrigin(origin: string | null): Failure {
  const detail =
    origin === null
      ? 'This request has no Origin header: the site API serves only the pages of websites.'
      : 'This site key or token is not for pages of this origin. Allow the origin with `doorkit site-keys update --origins`, or begin a visit on this page.'
  return new Failure('insufficient_scope', detail, { param: 'Origin' })
}
