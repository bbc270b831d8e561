import { decodedForms } from './decoded-forms.ts'

// Matches more than the API accepts as an address: names and hosts in any script.
const address = /[^\s@/\\]@[^\s@/\\]*[^\s@/\\.]\.[^\s@/\\.]{2,}/u
// A URL parser drops these characters, so they must not hide an address.
const dropped = /[\t\r\n]/g

/** Whether a text, or one of its {@link decodedForms}, contains an email address. */
export function containsEmailAddress(text: string): boolean {
  return decodedForms(text).some((form) => address.test(form.replace(dropped, '')))
}

/** Replaces the segments of a path that contain an email address with `:email`. */
export function withoutEmailAddresses(path: string): string {
  if (!mayContainAddress.test(path)) return path
  return path
    .split(/([/\\])/)
    .map((segment) => (containsEmailAddress(segment) ? ':email' : segment))
    .join('')
}

/** Removes the parts of a URL that can identify a visitor: query, fragment and email addresses. */
export function withoutIdentifyingParts(url: string): string {
  return withoutEmailAddresses(url.replace(/[?#].*$/s, ''))
}

/** Each path with an address, plain or encoded, has one of these characters. Other paths need no decoding. */
const mayContainAddress = /[@%&\\\uff20\ufe6b]/u

/** The same text, or null if it contains an email address. */
export function unlessEmailAddress<Text extends string | null | undefined>(text: Text) {
  return text && containsEmailAddress(text) ? null : text
}
