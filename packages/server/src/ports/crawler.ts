/** A section of a page: one heading and its text. */
export interface PageSection {
  /** The heading; null for text without one. */
  readonly heading: string | null
  /**
   * The text without markup: blank lines between paragraphs, one line for each list item and table row.
   * It may be empty.
   */
  readonly text: string
}

/** The content of a page. */
export interface CrawledPage {
  /** The title; null if the page has none. */
  readonly title: string | null
  /** The sections, in the order of the page. */
  readonly sections: readonly PageSection[]
}

/** Reads web pages. Pass your own to use a browser, a proxy or a service. */
export interface Crawler {
  /**
   * Reads one page.
   *
   * @param options.signal - aborted after 30 seconds; the reading has then failed.
   * @throws CrawlError if the page cannot be read: its message becomes the page's `error`. Any other
   * error is logged, and the page's `error` only says that the page could not be read.
   */
  read(url: string, options: { readonly signal: AbortSignal }): Promise<CrawledPage>
}
