/** A part of a page: what stands under one heading. */
export interface PageSection {
  /** The heading, or null where the text has no heading. */
  readonly heading: string | null
  /**
   * The text under it, without markup: a blank line between paragraphs, a line for each item
   * of a list and each row of a table. May be empty.
   */
  readonly text: string
}

/** The content of a page. */
export interface CrawledPage {
  /** The title; null where the page has none. */
  readonly title: string | null
  /** In the order of the page. */
  readonly sections: readonly PageSection[]
}

/** Reads pages of the web: replace it to read through a browser, a proxy or a service. */
export interface Crawler {
  /**
   * Reads one page.
   *
   * @param options.signal - aborted when the reading has taken 30 seconds; it then counts as failed.
   * @throws CrawlError whose message becomes the `error` of the page. Any other error is logged as
   * a fault of the crawler, and the page says no more than that it could not be read.
   */
  read(url: string, options: { readonly signal: AbortSignal }): Promise<CrawledPage>
}
