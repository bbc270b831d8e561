import type { AgentTurn } from '../ports/agent.ts'
import type { TurnError } from '../ports/agent-turn-report.ts'
import type { Services } from '../services/services.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { storableText } from '../text/storable-text.ts'
import { languageFor } from './knowledge-agent/answer-language.ts'
import { agentPhrases } from './knowledge-agent/built-in-phrases.ts'
import { handoffText } from './knowledge-agent/handoff-text.ts'

/** The maximum length of the host's answer, in characters. */
const mostCharacters = 4_000

/**
 * Asks the host for an answer in place of an agent that failed. The answer is a text, and can hand the
 * visitor over to a person. Returns null if the host gives none or the server is closing.
 */
export async function answerForFailedAgent(
  { onAgentError }: Pick<Services, 'onAgentError'>,
  turn: AgentTurn,
  error: TurnError,
): Promise<{ readonly text: string; readonly isHandoff: boolean } | null> {
  const given = error.code === 'closing' ? 'throw' : await onAgentError?.(turn, error)
  if (given === 'throw' || given === undefined) return null
  if (given !== 'handoff') return { text: toText(given), isHandoff: false }
  const { language, phrases } = languageFor(turn, agentPhrases)
  const isHandoff = turn.agent.handoff.enabled
  const text = isHandoff ? handoffText(turn, { ...phrases, language }) : phrases.texts.noMoreAnswers
  return { text: toText(text), isHandoff }
}

function toText(given: string): string {
  return firstCharacters(storableText(given), mostCharacters)
}
