import type { Dimensions } from '../records/rollup.ts'

/** What is known of where a visitor is and came from. */
export interface Origin {
  readonly page_url?: string | null | undefined
  readonly source?: string | null | undefined
  readonly device?: 'desktop' | 'mobile' | null | undefined
  readonly ai_referred?: boolean | null | undefined
}

/** The dimensions that analytics count an origin under. */
export function dimensionsOf(origin: Origin): Dimensions {
  return {
    page: pathOf(origin.page_url) ?? '/',
    source: origin.source || 'direct',
    device: origin.device ?? 'unknown',
    ai: origin.ai_referred ?? false,
  }
}

/** The path of a page that is named by its address or by its path. */
export function pagePath(page: string): string {
  return pathOf(page.startsWith('/') ? `https://page.invalid${page}` : page) ?? page
}

/** The path of a page's address, or null. */
export function pathOf(url: string | null | undefined): string | null {
  return url && URL.canParse(url) ? new URL(url).pathname : null
}
