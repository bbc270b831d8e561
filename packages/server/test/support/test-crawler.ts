import {
  createWebCrawler,
  type WebCrawlerOptions,
} from '../../src/knowledge/crawler/web-crawler.ts'
import { type ManualClock, manualClock } from '../../src/ports/clock.ts'
import type { CrawledPage } from '../../src/ports/crawler.ts'
import { type PageRoute, pageServer } from './page-server.ts'

const never = new AbortController().signal

export interface TestCrawler {
  readonly clock: ManualClock
  read(url: string, signal?: AbortSignal): Promise<CrawledPage>
}

/** The crawler of the kit, on a clock that the test moves. */
export function createTestCrawler(options: Partial<WebCrawlerOptions> = {}): TestCrawler {
  const clock = manualClock(0)
  const crawler = createWebCrawler({
    clock,
    resolve: async () => ['127.0.0.1'],
    isAllowed: () => true,
    ...options,
  })
  return { clock, read: (url, signal = never) => crawler.read(url, { signal }) }
}

/** Reads one page of a site. */
export async function readRoute(route: PageRoute): Promise<CrawledPage> {
  const site = await pageServer({ '/page': route })
  return createTestCrawler().read(site.url('/page'))
}

/** A route that answers with a body and its headers. */
export const answer =
  (content: string | Buffer, headers: Record<string, string> = {}, status = 200): PageRoute =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(content)
  }

/** The text of a page without its headings. */
export const textOf = ({ sections }: CrawledPage) =>
  sections.map((section) => section.text).join('|')
