import { withoutEmailAddresses } from './email-addresses.ts'

/** An address without what can say who its visitor is: its query, its fragment and email addresses. */
export function withoutQuery(url: string): string {
  return withoutEmailAddresses(url.replace(/[?#].*$/s, ''))
}
