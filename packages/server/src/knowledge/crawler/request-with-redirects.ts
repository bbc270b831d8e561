import type { Dispatcher } from 'undici'
import { literalAddress } from '../../network/check-public-address.ts'
import { CrawlError } from './crawl-error.ts'

/** The common context of all requests that read one page. */
export interface CrawlSession {
  readonly dispatcher: Dispatcher
  /** Whether the crawler may connect to an IP address. */
  readonly isAllowed: (address: string) => boolean
  readonly signal: AbortSignal
}

/** The head of an answer, and its body as it is on the wire. */
export type PageAnswer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

/** The `User-Agent` of this crawler. A robots.txt names the crawler by the part before the slash. */
export const userAgent = 'Service-Crawler/1.0 (https://doorkit.dev/docs/crawler)'

const maxRedirects = 5
// Most servers accept a request line of this length.
const maxAddress = 8_192

/**
 * Requests an address and follows at most five redirects. Each address is checked.
 *
 * @param approve - called with each address before its request; throws to refuse it.
 * @throws CrawlError `not_public`, `too_many_redirects`, or `too_large` if an address is too long.
 * Errors of the connection are thrown unchanged.
 */
export async function get(
  session: CrawlSession,
  start: URL,
  accept: string,
  approve: (url: URL) => Promise<void> = async () => {},
): Promise<PageAnswer> {
  let url = start
  for (let redirects = 0; ; redirects++) {
    checkReachable(session, url)
    await approve(url)
    const answer = await session.dispatcher.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { Accept: accept, 'Accept-Encoding': 'gzip, br', 'User-Agent': userAgent },
      signal: session.signal,
    })
    const next = redirectTarget(answer, url)
    if (next === null) return answer
    discard(answer)
    if (redirects === maxRedirects) {
      throw new CrawlError('too_many_redirects', `More than ${maxRedirects} redirects`)
    }
    url = next
  }
}

/** Returns a header of an answer. If the server sent it several times, returns the first one. */
export function header({ headers }: PageAnswer, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Closes a body that is not needed. */
export function discard({ body }: PageAnswer): void {
  // The early end emits an error. Without a listener, it would crash the process.
  body.on('error', () => {})
  body.destroy()
}

/** Checks a URL. Literal IP addresses are checked here, because the resolver never sees them. */
function checkReachable({ isAllowed }: CrawlSession, url: URL): void {
  const address = literalAddress(url)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isWeb || (address !== null && !isAllowed(address))) {
    throw new CrawlError('not_public', 'The address is not public')
  }
  if (url.href.length > maxAddress) {
    throw new CrawlError('too_large', `An address longer than ${maxAddress} characters`)
  }
}

const redirectStatuses = [301, 302, 303, 307, 308]

function redirectTarget(answer: PageAnswer, url: URL): URL | null {
  const location = header(answer, 'location')
  if (!redirectStatuses.includes(answer.statusCode) || location === undefined) return null
  return URL.parse(location, url.href)
}
