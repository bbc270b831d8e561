/**
 * Why a page was not read.
 * - `not_public`: its address, or one it redirects to, is private or not one of the web.
 * - `not_allowed`: robots.txt does not let this crawler read it.
 * - `no_connection`: the host did not answer, or the connection broke.
 * - `timeout`: it took too long.
 * - `http_status`: it answered with another status than 2xx.
 * - `too_many_redirects`, `too_large`: it was given up.
 * - `not_text`: it is not HTML or plain text, or cannot be decoded.
 * - `no_text`: nothing is left without markup and navigation.
 * - `other`: for crawlers of a host.
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
 * A page that could not be read. The message is shown to the owner of the workspace as the
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
