import type { ResponseError } from './errors/response-error.ts'
import type { AttemptRequest, SendAttempt } from './middleware.ts'

/** Redirects of one attempt that are followed. */
const mostRedirects = 3

/**
 * Follows a redirect within its origin, where it repeats the request as it is, and those after it.
 * All others are refused, so that neither the key nor a body reaches a place that nobody named. The
 * class of its error is given to it.
 *
 * @throws ResponseError `redirect_refused`
 */
export async function followRedirects(
  answer: Response,
  request: AttemptRequest,
  send: SendAttempt,
  Refusal: typeof ResponseError,
): Promise<Response> {
  let response = answer
  let { url } = request
  for (let redirects = 0; ; redirects++) {
    const target = redirectTarget(response, url)
    if (target === undefined) return response
    response.body?.cancel().catch(() => {})
    const sameRequest = request.method === 'GET' || response.status >= 307
    const sameOrigin = target?.origin === new URL(url).origin
    if (!sameOrigin || !sameRequest || redirects === mostRedirects) {
      const message = `The server redirects to ${target?.origin ?? 'an unknown place'}: check baseUrl`
      throw new Refusal('redirect_refused', message, { status: response.status, body: '' })
    }
    url = target.href
    response = await send({ ...request, url })
  }
}

/** Where an answer redirects to: null when that is hidden, undefined when it does not. */
function redirectTarget({ type, status, headers }: Response, from: string): URL | null | undefined {
  if (type === 'opaqueredirect') return null
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  return URL.parse(headers.get('location') ?? 'about:blank', from)
}
