import { decodedForms } from './decoded-forms.ts'

// Wider than what the API takes for an address: names and hosts of any script. What a URL's parser
// would drop does not hide one.
const address = /[^\s@/\\]@[^\s@/\\]*[^\s@/\\.]\.[^\s@/\\.]{2,}/u
const dropped = /[\t\r\n]/g

/** Whether a text holds an email address, however it is encoded. */
export function holdsEmailAddress(text: string): boolean {
  return decodedForms(text).some((form) => address.test(form.replace(dropped, '')))
}

/** A path in which `:email` stands for each segment that holds an email address. */
export function withoutEmailAddresses(path: string): string {
  if (!mayHold.test(path)) return path
  return path
    .split(/([/\\])/)
    .map((segment) => (holdsEmailAddress(segment) ? ':email' : segment))
    .join('')
}

/** Nearly every path is settled by a look at its characters. */
const mayHold = /[@%&\\\uff20\ufe6b]/u

/** The same text, or null where it holds an email address. */
export function unlessEmailAddress<Text extends string | null | undefined>(text: Text) {
  return text && holdsEmailAddress(text) ? null : text
}
