/**
 * Why a page was not read.
 * - `not_public`: its address, or the target of a redirect, is private, or is neither http nor https.
 * - `not_allowed`: robots.txt does not allow this crawler to read it, or the website answers the request
 *   for robots.txt with a status such as 500.
 * - `no_connection`: the website could not be reached, or the connection broke.
 * - `timeout`: the reading took too long.
 * - `http_status`: the status of the answer is not 2xx.
 * - `too_many_redirects`: there are more redirects than the crawler follows.
 * - `too_large`: the page is too large, or its address or the target of a redirect is too long.
 * - `not_text`: the page is neither HTML nor plain text, cannot be decompressed, or is nested too deeply.
 * - `no_text`: the page has no text.
 * - `other`: any other reason.
 *
 * The kit's crawler uses neither `no_text` nor `other`: they are for the host's own crawlers.
 */
export type CrawlErrorCode =
  | 'not_public'
  | 'not_allowed'
  | 'no_connection'
  | 'timeout'
  | 'http_status'
  | 'too_many_redirects'
  | 'too_large'
  | 'not_text'
  | 'no_text'
  | 'other'

/**
 * The error for a page that could not be read. The message is shown to the owner of the workspace as the
 * `error` of the page: a few words that say what to look at, such as `HTTP 404`.
 */
export class CrawlError extends Error {
  override readonly name = 'CrawlError'
  /** Why the page could not be read. */
  readonly code: CrawlErrorCode

  constructor(code: CrawlErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
