import { languageOf } from '../../knowledge/read-question.ts'
import type { AgentTurn } from '../../ports/agent.ts'
import type { AgentPhrases } from './agent-phrases.ts'
import { findIntroduction } from './find-introduction.ts'
import { courtesyOf } from './intents.ts'

/**
 * The language of a turn's answer, among those of a phrasebook: the language of the settings, or else
 * the visitor's, or else English.
 */
export function languageFor(
  turn: AgentTurn,
  phrasebook: Readonly<Record<string, AgentPhrases>>,
): { readonly language: string; readonly phrases: AgentPhrases } {
  const configured = turn.agent.language.split('-')[0]?.toLowerCase() ?? ''
  const language = phrasebook[configured] ? configured : visitorLanguage(turn, phrasebook)
  const phrases = phrasebook[language]
  if (!phrases) throw new TypeError('The agent has no language.')
  return { language, phrases }
}

function visitorLanguage(
  { messages }: AgentTurn,
  phrasebook: Readonly<Record<string, AgentPhrases>>,
): string {
  const texts = messages.filter(({ role }) => role === 'user').map(({ text }) => text)
  const last = texts.at(-1) ?? ''
  const languageSoFar = languageOf(texts.join(' '))
  // A message of one or two words may fit several languages.
  const fitting = Object.keys(phrasebook).filter((name) => isPhraseOf(last, phrasebook[name]))
  const language = languageOf(last) ?? languageSoFar
  if (language && phrasebook[language] && (fitting.length === 0 || fitting.includes(language))) {
    return language
  }
  return (
    fitting.find((name) => name === languageSoFar) ??
    fitting[0] ??
    (phrasebook.en ? 'en' : (Object.keys(phrasebook)[0] ?? ''))
  )
}

/** Whether a message is a courtesy, or introduces somebody, in a language. */
function isPhraseOf(text: string, phrases: AgentPhrases | undefined): boolean {
  if (!phrases) return false
  return (
    courtesyOf(text, [phrases]) !== null || findIntroduction(text, [phrases]).name !== undefined
  )
}
