import { detailParameters } from './link-address.ts'

const details: ReadonlySet<string> = new Set(Object.values(detailParameters))

/**
 * The address of a page without the details of a person that a personal link brought along: they
 * greet the visitor, and are nothing that everybody who may see the page should see.
 */
export function withoutDetails(url: string): string {
  const [, page = url, query, fragment = ''] = /^([^?#]*)\?([^#]*)(#.*)?$/s.exec(url) ?? []
  if (query === undefined) return url
  const pairs = query.split('&')
  const kept = pairs.filter((pair) => !details.has(nameOf(pair)))
  if (kept.length === pairs.length) return url
  return `${page}${kept.length > 0 ? `?${kept.join('&')}` : ''}${fragment}`
}

function nameOf(pair: string): string {
  const [name] = new URLSearchParams(pair).keys()
  return name ?? ''
}
