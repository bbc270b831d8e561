import type { Dimensions } from '../collections/daily-counts.ts'
import { unlessEmailAddress, withoutEmailAddresses } from '../text/email-addresses.ts'

/** The known facts that decide under which dimensions a visitor is counted. */
export interface DimensionFacts {
  readonly page_url?: string | null | undefined
  readonly source?: string | null | undefined
  readonly device?: 'desktop' | 'mobile' | null | undefined
  readonly ai_referred?: boolean | null | undefined
}

/** The dimensions under which analytics count a visitor. */
export function dimensionsOf(facts: DimensionFacts): Dimensions {
  return {
    page: cut(pathOf(facts.page_url) ?? '/'),
    source: unlessEmailAddress(facts.source) || 'direct',
    device: facts.device ?? 'unknown',
    ai: facts.ai_referred ?? false,
  }
}

/** Converts the URL or path of a page to the path that analytics count. */
export function pagePath(page: string): string {
  return cut(pathOf(page.startsWith('/') ? `https://page.invalid${page}` : page) ?? page)
}

/** The path of a URL, without query, fragment and email addresses; null if it is not a URL. */
export function pathOf(url: string | null | undefined): string | null {
  return url && URL.canParse(url) ? withoutEmailAddresses(new URL(url).pathname) : null
}

const longestPath = 500

/** Shortens a path, so that long paths with the same beginning count as one page. Never cuts into a `%XX`. */
function cut(path: string): string {
  return path.length > longestPath ? path.slice(0, longestPath).replace(/%[^%]?$/, '') : path
}
