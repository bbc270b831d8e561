import type { ChatChunk } from '@doorkit/chat-stream'
import type { Passage } from '@doorkit/server'

interface Call {
  readonly toolCallId: string
  readonly toolName: string
  readonly output?: unknown
}

/**
 * Writes the chunks of an answer. The chunks of a tool call contain only the name of the tool, and how
 * many passages a search found: inputs and outputs stay on the server.
 */
export function createAnswerWriter(
  answerId: string,
  findPassage: (number: number) => Passage | undefined,
) {
  const callIds = new Map<string, string>()
  const cited = new Map<string, Passage>()
  let parts = 0
  let isOpen = false
  let hasText = false
  let step = -1

  /** The kit's id of a call, by step and the model's id: some models use the same ids in every step. */
  const idOf = (stepNumber: number, id: string) => {
    const key = `${stepNumber} ${id}`
    const known = callIds.get(key)
    if (known !== undefined) return known
    const made = `call_${answerId.slice(answerId.indexOf('_') + 1)}_${callIds.size + 1}`
    callIds.set(key, made)
    return made
  }
  const partId = () => `text_${parts}`

  return {
    idOf,
    beginStep(): void {
      step += 1
    },
    *say(text: string): Generator<ChatChunk> {
      const delta = isOpen ? text : text.trimStart()
      if (delta === '') return
      if (!isOpen) {
        parts += 1
        yield { type: 'text-start', id: partId() }
      }
      isOpen = true
      hasText ||= delta.trim() !== ''
      yield { type: 'text-delta', id: partId(), delta }
    },
    *endPart(): Generator<ChatChunk> {
      if (isOpen) yield { type: 'text-end', id: partId() }
      isOpen = false
    },
    called: ({ toolCallId, toolName }: Call): ChatChunk => ({
      type: 'tool-input-available',
      toolCallId: idOf(step, toolCallId),
      toolName,
      input: {},
    }),
    succeeded: ({ toolCallId, toolName, output }: Call): ChatChunk => ({
      type: 'tool-output-available',
      toolCallId: idOf(step, toolCallId),
      output:
        toolName === 'search_knowledge'
          ? { passages: (output as { passages?: readonly unknown[] }).passages?.length ?? 0 }
          : {},
    }),
    failed: ({ toolCallId }: Call): ChatChunk => ({
      type: 'tool-output-error',
      toolCallId: idOf(step, toolCallId),
      errorText: 'The tool failed.',
    }),
    /** Remembers a passage that the text refers to. A number without a passage is ignored. */
    cite(number: number): void {
      const passage = findPassage(number)
      if (passage) cited.set(passage.url ?? passage.title, passage)
    },
    /** Ends the text, and returns the pages and documents that it refers to. */
    *end(): Generator<ChatChunk> {
      yield* this.endPart()
      for (const { id, url, title } of cited.values()) {
        if (url !== null) yield { type: 'source-url', sourceId: id, url, title }
        else yield { type: 'source-document', sourceId: id, mediaType: 'text/markdown', title }
      }
    },
    hasText: () => hasText,
  }
}
