import { Email } from '@doorkit/models'
import type { TurnLead } from '../../ports/agent-turn-tool.ts'
import type { AgentPhrases } from './agent-phrases.ts'

/** The details that visitors reveal about themselves. */
export type Introduction = { readonly [Field in keyof TurnLead]?: string }

// An apostrophe or `&` between two letters or digits belongs to the address.
const emailPattern =
  /(?:[A-Za-z0-9._%+-]|(?<=[A-Za-z0-9])['&](?=[A-Za-z0-9])){1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,24}/
const phonePattern = /(?<![\p{L}\d@.])(?:\+|00|\(?0)\d[\d ()/.-]{6,20}\d(?![\p{L}\d@])/u
const nameWord = /^\p{Lu}[\p{L}'’.-]*$/u
const companyWord = /^(?:\p{Lu}|\d)[\p{L}\d'’.&+-]*$/u
/** The words between a name and a company. */
const besideName = /^,?\s+(?:from|of|with|at|bei|de chez|chez|bij)\s+/iu
const beforePlace = /^,?\s+(?:from|of)\s/iu
/** Lowercase words that can be part of a name. */
const particle = /^(?:van|von|de|der|den|del|la|le|da|di|du|dos|ter|ten|zu)$/

/** Finds what visitors reveal about themselves: an email address, a phone number, a name, a company. */
export function findIntroduction(text: string, languages: readonly AgentPhrases[]): Introduction {
  const candidate = emailPattern.exec(text)?.[0]
  const email = candidate && Email.safeParse(candidate).success ? candidate : undefined
  const rest = email ? text.replace(email, ' ') : text
  const phone = phonePattern.exec(rest)?.[0].trim()
  const firstAfter = (phrase: 'name' | 'company', word: RegExp) =>
    languages
      .map(({ patterns }) => wordsAfter(rest, patterns[phrase], word).join(' '))
      .find((found) => found !== '')
  const name = firstAfter('name', nameWord)
  const company = firstAfter('company', companyWord) ?? (name && companyBeside(rest, name))
  return {
    ...(email && { email }),
    ...(phone && { phone }),
    ...(name && { name }),
    ...(company && { company }),
  }
}

/**
 * The company in "Anna Weber from Gartenbau Nord". A single word after "from" or "of" is more often a place.
 */
function companyBeside(text: string, name: string): string {
  const textAfterName = text.slice(text.indexOf(name) + name.length)
  const company = wordsAfter(textAfterName, besideName, companyWord)
  return company.length > 1 || !beforePlace.test(textAfterName) ? company.join(' ') : ''
}

/**
 * Returns at most four words after a phrase such as "I am". They end at a punctuation mark, or before a
 * word that neither matches `word` nor is a particle.
 */
function wordsAfter(text: string, phrase: RegExp, word: RegExp): string[] {
  const match = phrase.exec(text)
  if (!match) return []
  const rest = text.slice(match.index + match[0].length, match.index + match[0].length + 1_000)
  const found: string[] = []
  for (const part of rest.split(/\s+/).slice(0, 4)) {
    const bare = part.replace(/[,.;:!?)]+$/, '')
    const isInside = found.length > 0 && particle.test(bare)
    if (!word.test(bare) && !isInside) break
    found.push(bare)
    if (bare !== part) break
  }
  while (particle.test(found.at(-1) ?? '')) found.pop()
  return found
}
