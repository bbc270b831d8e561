import { MIMEType } from 'node:util'
import type { Resolve } from '../../network/check-public-address.ts'
import { connectionFailure, noAnswer } from '../../network/connection-failure.ts'
import { createPinnedAddressDispatcher } from '../../network/pinned-address-dispatcher.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CrawledPage, Crawler } from '../../ports/crawler.ts'
import { withinTime } from '../../ports/time-limit.ts'
import type { DeliveryErrorCode } from '../../ports/webhook-sender.ts'
import { CrawlError, type CrawlErrorCode } from './crawl-error.ts'
import { decodeText } from './decode-text.ts'
import { extractHtml } from './extract-html.ts'
import { createRobotsCheck } from './fetch-robots.ts'
import { visibleText } from './page-sections.ts'
import { readBody } from './read-body.ts'
import { discard, get, header, type PageAnswer } from './request-with-redirects.ts'

export interface WebCrawlerOptions {
  readonly clock: Clock
  readonly resolve: Resolve
  /** Whether the crawler may connect to an IP address. */
  readonly isAllowed: (address: string) => boolean
}

/** The codes for reasons why a connection failed. All other reasons have the code `no_connection`. */
const crawlCodes: { readonly [Code in DeliveryErrorCode]?: CrawlErrorCode } = {
  timeout: 'timeout',
  address_refused: 'not_public',
}

const timeoutSeconds = 10
const maxBytes = 2_000_000
const htmlTypes = ['text/html', 'application/xhtml+xml']
const plainTypes = ['text/plain', 'text/markdown', 'text/x-markdown']
const accept = `${htmlTypes.join(', ')}, ${plainTypes.join(';q=0.9, ')};q=0.9`

/**
 * Makes the crawler of the server kit. It reads HTML and plain text over HTTP, up to 2 MB, within 10
 * seconds including redirects and robots.txt. It never connects to an address that is not allowed.
 */
export function createWebCrawler({ clock, resolve, isAllowed }: WebCrawlerOptions): Crawler {
  const isAllowedByRobots = createRobotsCheck(clock)
  const late = () => new CrawlError('timeout', noAnswer(timeoutSeconds))

  async function read(url: URL, signal: AbortSignal): Promise<CrawledPage> {
    // Each reading has its own dispatcher, so its connections end with the reading.
    const dispatcher = createPinnedAddressDispatcher({
      resolve,
      allows: isAllowed,
      connectTimeoutMs: timeoutSeconds * 1_000,
    })
    // A request ignores its signal while it connects.
    signal.addEventListener('abort', () => dispatcher.destroy().catch(() => {}))
    const session = { dispatcher, isAllowed, signal }
    try {
      const answer = await get(session, url, accept, async (target) => {
        if (await isAllowedByRobots(session, target)) return
        throw new CrawlError('not_allowed', 'Not allowed by robots.txt')
      })
      return await readPage(answer, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof CrawlError) throw error
      const { code, reason } = connectionFailure(error, timeoutSeconds)
      throw new CrawlError(crawlCodes[code] ?? 'no_connection', reason, { cause: error })
    } finally {
      dispatcher.destroy().catch(() => {})
    }
  }

  return {
    read: (url, { signal }) =>
      withinTime({ clock, limitMs: timeoutSeconds * 1_000, late }, (inTime) =>
        read(new URL(url), AbortSignal.any([signal, inTime])),
      ),
  }
}

async function readPage(answer: PageAnswer, signal: AbortSignal): Promise<CrawledPage> {
  const { statusCode: status } = answer
  if (status < 200 || status >= 300) {
    discard(answer)
    throw new CrawlError('http_status', `HTTP ${status}`)
  }
  const { type, charset } = contentType(header(answer, 'content-type'))
  const isHtml = htmlTypes.includes(type)
  if (!isHtml && !plainTypes.includes(type)) {
    discard(answer)
    throw new CrawlError('not_text', 'Not a page of text')
  }
  const text = decodeText(await readBody(answer, { maxBytes, longer: 'refused' }), charset)
  if (isHtml) return extractHtml(text, signal)
  const plain = visibleText(text).replace(/\r\n?/g, '\n').trim()
  return { title: null, sections: plain === '' ? [] : [{ heading: null, text: plain }] }
}

function contentType(header: string | undefined): { type: string; charset: string | null } {
  try {
    const { essence, params } = new MIMEType(header ?? '')
    return { type: essence, charset: params.get('charset') }
  } catch {
    return { type: '', charset: null }
  }
}
