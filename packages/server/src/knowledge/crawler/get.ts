import type { Dispatcher } from 'undici'
import { literalAddress } from '../../network/public-address.ts'
import { CrawlError } from './crawl-error.ts'

/** The state that the requests of one reading share. */
export interface CrawlSession {
  readonly dispatcher: Dispatcher
  /** Whether an address may be connected to. */
  readonly isAllowed: (address: string) => boolean
  readonly signal: AbortSignal
}

/** The head of an answer, and its body as it is on the wire. */
export type PageAnswer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

/** How crawlers of this kit call themselves, in requests and in robots.txt. */
export const userAgent = 'Service-Crawler/1.0 (https://doorkit.dev/docs/crawler)'

const maxRedirects = 5
// Most servers take a first line of this length.
const maxAddress = 8_192

/**
 * Asks for an address, following at most five redirects, each to an address that is checked anew.
 *
 * @param approve - called with each address before it is asked for; throws to refuse it.
 * @throws CrawlError `not_public`, `too_large` for an address and `too_many_redirects`; errors of the connection as they are.
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

/** A header of an answer; the first one where a server sends several. */
export function header({ headers }: PageAnswer, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Lets go of a body that is not read. */
export function discard({ body }: PageAnswer): void {
  // Destroying it early is an error to it, which is ignored.
  body.on('error', () => {})
  body.destroy()
}

/** The resolver is never asked about a literal address, so that one is checked here. */
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
