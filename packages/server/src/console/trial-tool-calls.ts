import { type ChatChunk, encodeChatChunk } from '@doorkit/chat-stream'
import type { TrialCall } from '@doorkit/models/console'
import type { ChunkWriter } from '../chat/answer-turn.ts'
import type { HeldTurn } from '../chat/begin-turn.ts'
import { shortValue } from '../collections/message-parts.ts'
import type { ToolOutcome } from '../ports/agent.ts'
import type { Passage } from '../ports/knowledge-search.ts'
import type { Services } from '../services/services.ts'
import { showPassages } from './show-passages.ts'

/**
 * Adds each tool call to the stream of an answer, with its input and its output, passages or error.
 * Agents may hide calls from visitors, so the calls are read from the turn itself.
 */
export function showToolCalls(services: Services, held: HeldTurn): ChunkWriter {
  const shown = new Set<string>()
  return {
    encode(chunk) {
      const isOver = chunk.type === 'finish' || chunk.type === 'error' || chunk.type === 'abort'
      const calls = held.running
        .progress()
        .calls.filter((call) => !shown.has(call.id) && (isOver || hasEnded(call)))
      for (const { id } of calls) shown.add(id)
      const added = calls.map(
        (call): ChatChunk => ({ type: 'data-call', data: toTrialCall(services, call) }),
      )
      // The first chunk of a stream names the answer, so no chunk may come before it.
      const all = chunk.type === 'start' ? [chunk, ...added] : [...added, chunk]
      return all.map(encodeChatChunk).join('')
    },
    beforeStored: async () => {},
    end() {},
  }
}

const hasEnded = ({ output, error }: ToolOutcome) => output !== undefined || error !== undefined

function toTrialCall({ vocabulary }: Services, call: ToolOutcome): TrialCall {
  const { id, name, input, output, error = null } = call
  const isSearch = name === 'search_knowledge' && output !== undefined
  const { query } = isSearch ? (input as { query: string }) : { query: '' }
  const { passages } = isSearch ? (output as { passages: Passage[] }) : { passages: [] }
  return {
    id,
    name,
    input: shortValue(input),
    output: isSearch ? null : shortValue(output),
    error,
    passages: showPassages(vocabulary, query, passages),
  }
}
