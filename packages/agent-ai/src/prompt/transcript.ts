import type { AgentTurn, TurnMessage } from '@doorkit/server'
import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai'
import { hintsFor } from './hints.ts'
import { marked, withoutMarks } from './marked-content.ts'

/**
 * The messages of a turn for a model. The parts that do not change from turn to turn come first, and
 * the hints are in the last message, so that a provider can cache everything before it.
 */
export function messagesFor(turn: AgentTurn): ModelMessage[] {
  const question = turn.messages.at(-1)
  if (!question) throw new Error('The turn has no message.')
  return [
    ...turn.messages.slice(0, -1).flatMap(earlierMessage),
    {
      role: 'user',
      content: [
        { type: 'text', text: hintsFor(turn) },
        { type: 'text', text: withoutMarks(question.text) },
      ],
    },
  ]
}

function earlierMessage(message: TurnMessage): ModelMessage[] {
  const text = withoutMarks(message.text)
  if (message.role === 'user') return [{ role: 'user', content: text }]
  if (message.author) {
    return [
      { role: 'assistant', content: `[${withoutMarks(message.author.name)} of the team:] ${text}` },
    ]
  }
  const called = message.parts.filter((part) => part.type === 'tool')
  const said: ModelMessage[] = text.trim() === '' ? [] : [{ role: 'assistant', content: text }]
  if (called.length === 0) return said
  const calls: AssistantModelMessage = {
    role: 'assistant',
    content: called.map(({ id, name, input }) => ({
      type: 'tool-call',
      toolCallId: id,
      toolName: name,
      input: input ?? {},
    })),
  }
  const results: ToolModelMessage = {
    role: 'tool',
    content: called.map(({ id, name, output, error }) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: name,
      output:
        error === undefined
          ? { type: 'text', value: marked('result', earlierOutput(name, output)) }
          : { type: 'error-text', value: error },
    })),
  }
  return [calls, results, ...said]
}

/** Names the passages of earlier turns only by their titles: a model searches again for their content. */
function earlierOutput(name: string, output: unknown): string {
  if (name !== 'search_knowledge') return JSON.stringify(output ?? null)
  const passages = (output as { passages?: readonly { title?: unknown }[] } | undefined)?.passages
  return JSON.stringify({ found: passages?.map(({ title }) => title) ?? [] })
}
