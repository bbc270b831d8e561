import type { SeededRandom } from './seeded-random.ts'

const countries = ['DE', 'DE', 'DE', 'NL', 'NL', 'FR', 'GB', 'ES', 'SE', 'PL'] as const
const sources = [
  'google',
  'google',
  'google',
  'direct',
  'direct',
  'linkedin',
  'newsletter',
  'chatgpt',
  'perplexity',
] as const

const assistants: ReadonlySet<string> = new Set(['chatgpt', 'perplexity'])

/** The source of visitors who open a personal link. */
export const linkSource = 'email'

/** The `utm` parameters of visitors from advertisements, and from emails that the company sends. */
const campaigns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  linkedin: { utm_source: 'linkedin', utm_medium: 'paid', utm_campaign: 'shift-planning' },
  newsletter: { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'monthly' },
  [linkSource]: { utm_source: 'outreach', utm_medium: 'email', utm_campaign: 'personal-links' },
}

/** Makes up a visitor, with the facts that a website can see. */
export function describeVisitor(random: SeededRandom, source: string = random.pick(sources)) {
  return {
    device: random.chance(0.62) ? ('desktop' as const) : ('mobile' as const),
    country: random.pick(countries),
    source,
    utm: { ...campaigns[source] },
    ai_referred: assistants.has(source),
  }
}
