import { parseAddress } from '@doorkit/models'

/** The query parameter that carries the id of a personal link. */
const linkParameter = 'dw_link'

/** The details of a person that a link can carry, and the parameter of each (docs/api.md#personal-link). */
export const detailParameters = {
  email: 'dw_email',
  first_name: 'dw_first',
  last_name: 'dw_last',
  company: 'dw_company',
  title: 'dw_title',
} as const

export type LinkDetail = keyof typeof detailParameters

/** Details of a person, encoded for the address. */
export type LinkDetails = { readonly [D in LinkDetail]?: string | undefined }

const reserved: ReadonlySet<string> = new Set([linkParameter, ...Object.values(detailParameters)])

/**
 * Resolves the page of a link: a path on the website, or a full URL. Null for anything else, for a
 * path that leads to another host, and for a URL with a username or password.
 */
export function pageAddress(website: string, page: string): URL | null {
  const isPath = page.startsWith('/')
  const address = parseAddress(page, isPath ? website : undefined)
  if (!address || !/^https?:$/.test(address.protocol)) return null
  if (address.username !== '' || address.password !== '') return null
  return isPath && address.origin !== new URL(website).origin ? null : address
}

/**
 * Builds the address of a personal link. It contains `details` as given, the page's query without the
 * parameters of personal links, and the page's fragment.
 */
export function linkAddress(page: URL, link: string, details: LinkDetails = {}): string {
  const own = page.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !reserved.has(pair.split('=')[0] ?? ''))
  const added = (Object.keys(detailParameters) as LinkDetail[]).flatMap((detail) =>
    details[detail] === undefined ? [] : [`${detailParameters[detail]}=${details[detail]}`],
  )
  const query = [...own, `${linkParameter}=${link}`, ...added].join('&')
  return `${page.origin}${page.pathname}?${query}${page.hash}`
}

/** Reads the id of the personal link from the URL of a page. */
export function linkOf(url: string | undefined): string | null {
  const query = /^[^?#]*\?([^#]*)/.exec(url ?? '')?.[1]
  return new URLSearchParams(query).get(linkParameter)
}
