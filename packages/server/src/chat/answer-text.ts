import type { ChatChunk } from '@doorkit/chat-stream'

/** The text of an answer, put together from its chunks as a reader of the stream does it. */
export interface AnswerText {
  add(chunk: ChatChunk): void
  /** Its parts, a blank line between two: what was said before a tool was used, and after it. */
  read(): string
}

/** Collects the text of one answer. */
export function collectText(): AnswerText {
  const parts: string[] = []
  /** Where the parts are that more may come for. */
  const open = new Map<string, number>()
  let stepStart = 0
  const begin = (id: string): number => {
    open.set(id, parts.length)
    return parts.push('') - 1
  }
  return {
    add(chunk) {
      if (chunk.type === 'text-start') begin(chunk.id)
      else if (chunk.type === 'text-end') open.delete(chunk.id)
      else if (chunk.type === 'text-delta' && typeof chunk.delta === 'string') {
        parts[open.get(chunk.id) ?? begin(chunk.id)] += chunk.delta
      } else if (/^(?:start|finish|reset)-step$/.test(chunk.type)) {
        open.clear()
        if (chunk.type === 'reset-step') parts.length = stepStart
        else stepStart = parts.length
      }
    },
    read: () => parts.filter((part) => part.trim() !== '').join('\n\n'),
  }
}
