import { CrawlError, type CrawledPage, type Crawler } from '@doorkit/server'

/** Reads knowledge pages from a table in place of the web; any other address answers 404. */
export function createPageReader(pages: Readonly<Record<string, string | CrawledPage>>): Crawler {
  return {
    async read(url) {
      const page = Object.hasOwn(pages, url) ? pages[url] : undefined
      if (page === undefined) throw new CrawlError('http_status', 'HTTP 404')
      if (typeof page !== 'string') return page
      return { title: null, sections: [{ heading: null, text: page }] }
    },
  }
}
