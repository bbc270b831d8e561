import { containsEmailAddress, withoutEmailAddresses } from '../text/email-addresses.ts'
import { detailParameters } from './link-address.ts'

const details: ReadonlySet<string> = new Set(Object.values(detailParameters))

/**
 * Removes personal details from the URL of a page: the parameters that carry details in a personal link,
 * every email address, and a username and password. Every reader of analytics sees the URL, and an
 * erasure would not find details in it.
 */
export function withoutDetails(url: string): string {
  const [, page = url, query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? []
  const pairs = query?.split('&') ?? []
  const harmless = pairs.filter((pair) => !details.has(nameOf(pair)) && !containsEmailAddress(pair))
  const isEmptied = harmless.length === 0 && pairs.length > 0
  const search = query === undefined || isEmptied ? '' : `?${harmless.join('&')}`
  const anchor = containsEmailAddress(fragment) ? '' : fragment
  return `${withoutEmailAddresses(withoutUser(page))}${search}${anchor}`
}

function nameOf(pair: string): string {
  const [name] = new URLSearchParams(pair).keys()
  return name ?? ''
}

/** Removes the username and password before the host of a URL. */
function withoutUser(page: string): string {
  return page.replace(/^([a-z][a-z\d+.-]*:[/\\]{2,})[^/\\]*@/i, '$1')
}
