import type { Evaluation, Message } from '@doorkit/models'
import { agentPhrases } from '../../chat/knowledge-agent/built-in-phrases.ts'
import type { Grader } from '../../ports/grader.ts'

const intents: readonly (readonly [RegExp, string])[] = [
  [/\b(?:demo|meeting|appointment|book|schedule|call)\b/i, 'meeting'],
  [/\b(?:price|pricing|prices|cost|costs|quote|plan|plans|discount)\b/i, 'pricing'],
  [/\b(?:human|person|someone|support|problem|broken|error|refund)\b/i, 'support'],
  [/\b(?:integrat\w*|api|feature|features|does it|can it|how does)\b/i, 'product'],
]

/** The beginnings of the texts in which the built-in agent says that it knows no answer. */
const noAnswers = Object.values(agentPhrases).map(({ texts: { unknown } }) =>
  unknown.slice(0, unknown.indexOf('{workspace}')),
)

/**
 * A grader without a language model. It applies rules to the transcript and the outcome, so the same
 * conversation always gets the same evaluation. Use the option `grader` to replace it.
 */
export function ruleGrader(): Grader {
  return {
    grade({ conversation, messages }): Evaluation {
      const questions = textsOf(messages, 'user').join('\n')
      const answers = textsOf(messages, 'assistant')
      const unanswered = answers.filter((text) =>
        noAnswers.some((beginning) => text.includes(beginning)),
      ).length
      const understood = answers.length > 0 && unanswered * 2 <= answers.length
      const intent = intents.find(([pattern]) => pattern.test(questions))?.[1] ?? 'question'
      const { outcome } = conversation
      return {
        intent,
        buying_stage: buyingStage(outcome, intent),
        qualification_score: qualification(outcome, questions.length),
        meeting_intent: outcome === 'meeting' ? 10 : intent === 'meeting' ? 7 : 1,
        understood,
        failure_category: understood ? null : 'no_answer',
        abandonment_reason: outcome === 'none' && !understood ? 'no_answer' : null,
        recommended_improvement: understood ? null : 'Add knowledge about the question.',
      }
    },
  }
}

function textsOf(messages: readonly Message[], role: Message['role']): string[] {
  return messages.filter((message) => message.role === role).map(({ text }) => text)
}

function buyingStage(outcome: string, intent: string): string {
  if (outcome === 'meeting') return 'decision'
  return outcome === 'lead' || intent === 'pricing' ? 'consideration' : 'awareness'
}

function qualification(outcome: string, questionCharacters: number): number {
  const base: Readonly<Record<string, number>> = { meeting: 80, lead: 60, handoff: 40 }
  return Math.min(100, (base[outcome] ?? 10) + Math.min(20, Math.floor(questionCharacters / 40)))
}
