import { withoutEmailAddresses } from './email-addresses.ts'

/** Removes the parts of a URL that can identify a visitor: query, fragment and email addresses. */
export function withoutQuery(url: string): string {
  return withoutEmailAddresses(url.replace(/[?#].*$/s, ''))
}
