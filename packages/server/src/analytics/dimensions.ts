import type { Dimensions } from '../collections/rollup.ts'
import { unlessEmailAddress, withoutEmailAddresses } from '../text/email-addresses.ts'

/** The place and the origin of a visitor, as far as they are known. */
export interface Origin {
  readonly page_url?: string | null | undefined
  readonly source?: string | null | undefined
  readonly device?: 'desktop' | 'mobile' | null | undefined
  readonly ai_referred?: boolean | null | undefined
}

/** The dimensions that analytics count an origin under. */
export function dimensionsOf(origin: Origin): Dimensions {
  return {
    page: cut(pathOf(origin.page_url) ?? '/'),
    source: unlessEmailAddress(origin.source) || 'direct',
    device: origin.device ?? 'unknown',
    ai: origin.ai_referred ?? false,
  }
}

/** The page that is named by its address or by its path, as analytics count it. */
export function pagePath(page: string): string {
  return cut(pathOf(page.startsWith('/') ? `https://page.invalid${page}` : page) ?? page)
}

/** The path of a page's address, without query, fragment and email addresses, or null. */
export function pathOf(url: string | null | undefined): string | null {
  return url && URL.canParse(url) ? withoutEmailAddresses(new URL(url).pathname) : null
}

const longestPath = 500

/** Longer paths that begin alike count as one page. A percent-encoded byte is not cut in two. */
function cut(path: string): string {
  return path.length > longestPath ? path.slice(0, longestPath).replace(/%[^%]?$/, '') : path
}
