import { parseAddress } from '@doorkit/models'
import type { VisitFacts } from '../analytics/start-visit.ts'
import { Utm } from '../errors/check-input.ts'
import { linkOf } from '../links/link-address.ts'
import { unlessEmailAddress } from '../text/email-addresses.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { storableText } from '../text/storable-text.ts'

/** Hosts of AI assistants that send visitors. */
const assistants = [
  'chatgpt.com',
  'chat.openai.com',
  'perplexity.ai',
  'claude.ai',
  'gemini.google.com',
  'copilot.microsoft.com',
]

/** Sites with many hosts, which count as one source. */
const knownSite =
  /(?:^|\.)(google|bing|duckduckgo|yahoo|facebook|instagram|linkedin|reddit|youtube)\./

/**
 * Where a visitor comes from: the campaign and the personal link in the address of the page, or else
 * the referring site.
 */
export function originOfVisit(
  pageUrl: string,
  referrer: string | undefined,
): Pick<VisitFacts, 'source' | 'utm' | 'ai_referred' | 'link'> {
  const page = new URL(pageUrl)
  const from = referrer ? parseAddress(referrer) : null
  const host = from && from.host !== page.host ? from.hostname.replace(/^www\./, '') : null
  const campaign = page.searchParams.get('utm_source')
  const isAssistant = (name: string) =>
    assistants.some((assistant) => name === assistant || name.endsWith(`.${assistant}`))
  return {
    source: sourceText(campaign) ?? (host && (knownSite.exec(host)?.[1] ?? sourceText(host))),
    utm: utmOf(page),
    ai_referred: (host !== null && isAssistant(host)) || isAssistant(campaign ?? ''),
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
