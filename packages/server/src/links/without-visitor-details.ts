import { holdsEmailAddress, withoutEmailAddresses } from '../text/email-addresses.ts'
import { detailParameters } from './link-address.ts'

const details: ReadonlySet<string> = new Set(Object.values(detailParameters))

/**
 * The address of a page without what it says about a visitor: the details that a personal link
 * brought along, and email addresses in any of its parts. They are nothing that everybody who may
 * see the page should see, and an erasure would not find them there.
 */
export function withoutDetails(url: string): string {
  const [, page = url, query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? []
  const pairs = query?.split('&') ?? []
  const kept = pairs.filter((pair) => !details.has(nameOf(pair)) && !holdsEmailAddress(pair))
  const isEmptied = kept.length === 0 && pairs.length > 0
  const search = query === undefined || isEmptied ? '' : `?${kept.join('&')}`
  const anchor = holdsEmailAddress(fragment) ? '' : fragment
  return `${withoutEmailAddresses(withoutUser(page))}${search}${anchor}`
}

function nameOf(pair: string): string {
  const [name] = new URLSearchParams(pair).keys()
  return name ?? ''
}

/** Before its host, an address can name a user and a password. */
function withoutUser(page: string): string {
  return page.replace(/^([a-z][a-z\d+.-]*:[/\\]{2,})[^/\\]*@/i, '$1')
}
