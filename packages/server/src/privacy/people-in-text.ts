import { idPrefixes } from '@doorkit/models'
import { collections } from '../collections/all-collections.ts'
import { decodedForms } from '../text/decoded-forms.ts'

/** Stands for everybody: for a text that names too many, or that others wrote. */
export const everybody = '*'

const mostNamed = 50
const prefixes = collections
  .flatMap(({ plan: { ids } }) => ids ?? [])
  .map((kind) => idPrefixes[kind])
const ids = new RegExp(`(?<![A-Za-z0-9])(?:${prefixes.join('|')})[A-Za-z0-9]+`, 'g')

const longestPart = 255
const inLocalPart = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]/
/** Inside of a longer text these characters of an address may as well stand before it. */
const separators = /[!#$%&'*+/=?^`{|}~]/g
const host = /^(?:[A-Za-z0-9-]+\.)+[A-Za-z0-9-]+/

/**
 * The people that a text names: email addresses in lower case, however they are encoded, and ids of
 * what belongs to a person. In running text, an address may begin or end at several places; then
 * each of them counts. {@link everybody} when there are more than 50.
 */
export function peopleNamed(text: string): string[] {
  const named = new Set<string>()
  for (const form of decodedForms(text)) {
    for (const [id] of form.matchAll(ids)) named.add(id)
    for (let at = form.indexOf('@'); at !== -1; at = form.indexOf('@', at + 1)) {
      for (const address of addressesAround(form, at)) named.add(address.toLowerCase())
      if (named.size > mostNamed) break
    }
  }
  return named.size > mostNamed ? [everybody] : [...named]
}

function addressesAround(text: string, at: number): string[] {
  const after = host.exec(text.slice(at + 1, at + 1 + longestPart))?.[0]
  if (after === undefined) return []
  let from = at
  while (from > at - longestPart && inLocalPart.test(text[from - 1] ?? '')) from--
  const before = text.slice(from, at)
  const starts = [0, ...[...before.matchAll(separators)].map(({ index }) => index + 1)]
  const labels = after.split('.')
  const isWhole = text[at + 1 + after.length] === '"'
  const hosts = isWhole
    ? [after]
    : labels.slice(1).map((_, count) => labels.slice(0, count + 2).join('.'))
  return starts.flatMap((start) => hosts.map((end) => `${before.slice(start)}@${end}`))
}
