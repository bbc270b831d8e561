import type { LinkGreeting } from '@doorkit/models'

/** A detail of a person that a greeting can use. */
export type GreetingField = LinkGreeting['fields'][number]

/** A piece of a greeting: fixed words, or a placeholder for a detail. */
export type GreetingPart =
  | string
  | { readonly field: GreetingField; readonly fallback: string | null }

/** A parsed template, or the mistake in the text. */
export type GreetingTemplate =
  | { readonly ok: true; readonly parts: readonly GreetingPart[] }
  | { readonly ok: false; readonly problem: string }

/** The known details of a person. A blank one counts as missing. */
export type GreetingDetails = { readonly [F in GreetingField]?: string | null | undefined }

/** The fields by their names in a text, in the order in which the API lists the fields. */
const names = new Map<string, GreetingField>([
  ['first', 'first_name'],
  ['last', 'last_name'],
  ['company', 'company'],
  ['title', 'title'],
])

/** The details that a text can use, for the message of an error. */
const known = [...names.keys()].map((name) => `{${name}}`).join(', ')

/**
 * Parses the text of a greeting (docs/api.md#link-greeting). A placeholder is a name in braces with an
 * optional fallback: `{first|there}`. Braces have no other use.
 */
export function readGreetingText(text: string): GreetingTemplate {
  const parts: GreetingPart[] = []
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('{', at)
    const words = text.slice(at, open === -1 ? text.length : open)
    if (words.includes('}')) return broken('a closing brace has no opening brace')
    if (words !== '') parts.push(words)
    if (open === -1) break
    const close = text.indexOf('}', open)
    if (close === -1) return broken('an opening brace has no closing brace')
    const inside = text.slice(open + 1, close)
    if (inside.includes('{')) return broken('a placeholder contains an opening brace')
    const part = readDetail(inside)
    if (!part) return broken(`there is no detail \`{${inside}}\`; use ${known}`)
    parts.push(part)
    at = close + 1
  }
  return { ok: true, parts }
}

function readDetail(inside: string): GreetingPart | undefined {
  const bar = inside.indexOf('|')
  const field = names.get((bar === -1 ? inside : inside.slice(0, bar)).trim())
  const fallback = bar === -1 ? '' : inside.slice(bar + 1).trim()
  return field && { field, fallback: fallback === '' ? null : fallback }
}

function broken(problem: string): GreetingTemplate {
  return { ok: false, problem }
}

/**
 * Writes a greeting for one person. A missing detail is replaced by its fallback. Without a fallback,
 * the placeholder is dropped, together with the spaces before it or, at the start of a line, after it.
 */
export function renderGreetingText(
  parts: readonly GreetingPart[],
  details: GreetingDetails,
): string {
  let text = ''
  let atLineStart = false
  for (const part of parts) {
    const words = typeof part === 'string' ? part : details[part.field]?.trim() || part.fallback
    if (words === null) {
      text = withoutLastSpaces(text)
      atLineStart = text === '' || text.endsWith('\n')
    } else {
      text += atLineStart ? words.replace(/^ +/, '') : words
      atLineStart = false
    }
  }
  return text
}

/** Removes the spaces at the end. A regular expression would try a match at every space in the text. */
function withoutLastSpaces(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}

/** The fields that texts use, without duplicates. */
export function usedFields(...texts: readonly (readonly GreetingPart[])[]): GreetingField[] {
  const used = new Set(texts.flat().map((part) => (typeof part === 'string' ? null : part.field)))
  return [...names.values()].filter((field) => used.has(field))
}
