import { languageOf } from '../../knowledge/read-question.ts'
import type { AgentTurn } from '../../ports/agent.ts'
import type { AgentPhrases } from './agent-phrases.ts'
import { findIntroduction } from './find-introduction.ts'
import { courtesyOf } from './intents.ts'

/** The language of a turn's answer, among the known languages. */
export function languageFor(
  { agent }: AgentTurn,
  said: readonly string[],
  known: Readonly<Record<string, AgentPhrases>>,
): string {
  const set = agent.language.split('-')[0]?.toLowerCase() ?? ''
  if (known[set]) return set
  const [last = ''] = said.slice(-1)
  const before = languageOf(said.join(' '))
  // A message of one or two words may fit several languages.
  const fitting = Object.keys(known).filter((name) => isPhraseOf(last, known[name]))
  const language = languageOf(last) ?? before
  if (language && known[language] && (fitting.length === 0 || fitting.includes(language))) {
    return language
  }
  return (
    fitting.find((name) => name === before) ??
    fitting[0] ??
    (known.en ? 'en' : (Object.keys(known)[0] ?? ''))
  )
}

/** Whether a message is a courtesy, or introduces somebody, in a language. */
function isPhraseOf(text: string, phrases: AgentPhrases | undefined): boolean {
  if (!phrases) return false
  return (
    courtesyOf(text, [phrases]) !== null || findIntroduction(text, [phrases]).name !== undefined
  )
}
