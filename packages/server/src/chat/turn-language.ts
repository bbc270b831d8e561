import { languageOf } from '../knowledge/read-question.ts'
import type { AgentTurn } from '../ports/agent.ts'
import { type AgentPhrases, agentPhrases } from './built-in-phrases.ts'

/** The texts in the language of a turn: the language of the settings, or with `auto` the visitor's. */
export function phrasesFor({
  agent,
  messages,
}: AgentTurn): Pick<AgentPhrases, 'texts'> & { readonly language: string } {
  const set = agent.language.split('-')[0]?.toLowerCase() ?? ''
  const spoken = languageOf(messages.at(-1)?.text ?? '') ?? ''
  const known: Readonly<Record<string, AgentPhrases>> = agentPhrases
  for (const language of [set, spoken]) {
    const phrases = known[language]
    if (phrases) return { ...phrases, language }
  }
  return { ...agentPhrases.en, language: 'en' }
}
