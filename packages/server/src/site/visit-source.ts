import { parseAddress } from '@doorkit/models'
import type { VisitFacts } from '../analytics/new-visit.ts'
import { Utm } from '../errors/check-input.ts'
import { linkOf } from '../links/link-address.ts'
import { unlessEmailAddress } from '../text/email-addresses.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { storableText } from '../text/storable-text.ts'

/** The host names of AI assistants that send visitors. */
const assistants = [
  'chatgpt.com',
  'chat.openai.com',
  'perplexity.ai',
  'claude.ai',
  'gemini.google.com',
  'copilot.microsoft.com',
]

/** Sites with many host names. Each site counts as one source. */
const knownSite =
  /(?:^|\.)(google|bing|duckduckgo|yahoo|facebook|instagram|linkedin|reddit|youtube)\./

/**
 * Finds out where a visitor came from: the source, which is `utm_source` in the address of the page or
 * else the referring site; whether either of them is an AI assistant; and the UTM parameters and the
 * personal link in the address of the page.
 */
export function sourceOfVisit(
  pageUrl: string,
  referrer: string | undefined,
): Pick<VisitFacts, 'source' | 'utm' | 'ai_referred' | 'link'> {
  const page = new URL(pageUrl)
  const from = referrer ? parseAddress(referrer) : null
  const host = from && from.host !== page.host ? from.hostname.replace(/^www\./, '') : null
  const utmSource = page.searchParams.get('utm_source')
  const isAssistant = (name: string) =>
    assistants.some((assistant) => name === assistant || name.endsWith(`.${assistant}`))
  return {
    source: sourceText(utmSource) ?? (host && (knownSite.exec(host)?.[1] ?? sourceText(host))),
    utm: utmOf(page),
    ai_referred: (host !== null && isAssistant(host)) || isAssistant(utmSource ?? ''),
    link: linkOf(pageUrl),
  }
}

function sourceText(given: string | null): string | null {
  const text = firstCharacters(storableText(given ?? '').trim(), 200)
  return unlessEmailAddress(text) || null
}

const utmNames = ['source', 'medium', 'campaign', 'term', 'content']

function utmOf({ searchParams }: URL): Readonly<Record<string, string>> {
  const given = utmNames.flatMap((name) => {
    const value = firstCharacters(storableText(searchParams.get(`utm_${name}`) ?? ''), 500)
    return value === '' ? [] : [[`utm_${name}`, value] as const]
  })
  return Utm.parse(Object.fromEntries(given))
}
