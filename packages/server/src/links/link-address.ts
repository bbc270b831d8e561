/** The query parameter that carries the id of a personal link. */
const linkParameter = 'dw_link'

/** The details of a person that an address can carry, and the parameter of each (docs/api.md#personal-link). */
export const detailParameters = {
  email: 'dw_email',
  first_name: 'dw_first',
  last_name: 'dw_last',
  company: 'dw_company',
  title: 'dw_title',
} as const

/** A detail that the address of a personal link can carry. */
export type LinkDetail = keyof typeof detailParameters

/** Details of a person, each as it is to stand in the address. */
export type LinkDetails = { readonly [D in LinkDetail]?: string | undefined }

const reserved: ReadonlySet<string> = new Set([linkParameter, ...Object.values(detailParameters)])

/**
 * The address of a page: a path on the website, or an address of its own. Null when it is neither,
 * a path that leads to another host, or an address with a password.
 */
export function pageAddress(website: string, page: string): URL | null {
  const isPath = page.startsWith('/')
  const address = URL.parse(page, isPath ? website : undefined)
  if (!address || !/^https?:$/.test(address.protocol)) return null
  if (address.username !== '' || address.password !== '') return null
  return isPath && address.origin !== new URL(website).origin ? null : address
}

/**
 * The address of a personal link. The page's own query and fragment stay as they are; parameters
 * that are the link's to set are replaced. `details` are written as they are given.
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

/** The id that the address of a page names as its personal link. */
export function linkOf(url: string | undefined): string | null {
  const query = /^[^?#]*\?([^#]*)/.exec(url ?? '')?.[1]
  return new URLSearchParams(query).get(linkParameter)
}
