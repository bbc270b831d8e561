import type { ChatChunk } from '@doorkit/chat-stream'

const blankLine = '\n\n'

/**
 * Collects the text of one answer from its chunks, as a reader of the stream does, up to a number
 * of UTF-16 characters.
 */
export function collectText(limit: number) {
  const parts: string[] = []
  /** Where the parts are that more may come for. */
  const open = new Map<string, number>()
  let stepStart = 0
  let left = limit
  const begin = (id: string): number => {
    left -= blankLine.length
    open.set(id, parts.length)
    return parts.push('') - 1
  }
  return {
    /** Takes a chunk in; returns what of it still fits. */
    add(chunk: ChatChunk): ChatChunk {
      if (chunk.type === 'text-start') begin(chunk.id)
      else if (chunk.type === 'text-end') open.delete(chunk.id)
      else if (chunk.type === 'text-delta' && typeof chunk.delta === 'string') {
        const part = open.get(chunk.id) ?? begin(chunk.id)
        const delta = left < chunk.delta.length ? cut(chunk.delta, left) : chunk.delta
        left -= chunk.delta.length
        parts[part] += delta
        return { ...chunk, delta }
      } else if (/^(?:start|finish|reset)-step$/.test(chunk.type)) {
        open.clear()
        if (chunk.type === 'reset-step') parts.length = stepStart
        else stepStart = parts.length
      }
      return chunk
    },
    /** Whether there was more text than fits. */
    isFull: () => left < 0,
    /** The ids of the parts that did not end. */
    open: () => open.keys(),
    /** Its parts, a blank line between two: what was said before a tool was used, and after it. */
    read: () => parts.filter((part) => part.trim() !== '').join(blankLine),
  }
}

/** The beginning of a text, without half of a surrogate pair at its end. */
function cut(text: string, length: number): string {
  return text.slice(0, Math.max(0, length)).replace(/[\uD800-\uDBFF]$/, '')
}
