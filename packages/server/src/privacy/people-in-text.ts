import { idPrefixes } from '@doorkit/models'
import { collections } from '../collections/all-collections.ts'
import { decodedForms } from '../text/decoded-forms.ts'

/** The name for everybody: for a text that names too many people, or may name anyone. */
export const everybody = '*'

const mostNamed = 50
const prefixes = collections
  .flatMap(({ plan: { ids } }) => ids ?? [])
  .map((kind) => idPrefixes[kind])
const ids = new RegExp(`(?<![A-Za-z0-9])(?:${prefixes.join('|')})[A-Za-z0-9]+`, 'g')

const longestPart = 255
const inLocalPart = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]/
/** In running text, these characters may belong to an address or precede it. */
const separators = /[!#$%&'*+/=?^`{|}~]/g
const host = /^(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+/

/**
 * Finds the people that a text, or one of its {@link decodedForms}, names: email addresses, which are
 * returned in lower case, and ids of rows of a person. If an address in running text has several
 * readings, each one counts. Returns {@link everybody} for more than 50 names.
 */
export function peopleNamed(text: string): string[] {
  const named = new Set<string>()
  for (const form of decodedForms(text)) {
    for (const name of namesIn(form)) {
      named.add(name)
      if (named.size > mostNamed) return [everybody]
    }
  }
  return [...named]
}

function* namesIn(form: string): Generator<string> {
  for (const [id] of form.matchAll(ids)) yield id
  const text = form.toLowerCase()
  // A repeated address is read once: a long text could repeat an address with many readings.
  const seen = new Set<string>()
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const after = host.exec(text.slice(at + 1, at + 1 + longestPart))?.[0]
    if (after === undefined) continue
    let from = at
    while (from > at - longestPart && inLocalPart.test(text[from - 1] ?? '')) from--
    const end = at + 1 + after.length
    // A quotation mark ends the address, so the host has one reading.
    const isWhole = text[end] === '"'
    const longest = text.slice(from, isWhole ? end + 1 : end)
    if (seen.has(longest)) continue
    seen.add(longest)
    yield* addressesAround(text.slice(from, at), after, isWhole)
  }
}

/** The readings of an address: it may start after any separator, and its host has at least two labels. */
function* addressesAround(before: string, after: string, isWhole: boolean): Generator<string> {
  const labels = after.split('.')
  const starts = [0, ...[...before.matchAll(separators)].map(({ index }) => index + 1)]
  for (const start of starts) {
    for (let count = isWhole ? labels.length : 2; count <= labels.length; count += 1) {
      yield `${before.slice(start)}@${labels.slice(0, count).join('.')}`
    }
  }
}
