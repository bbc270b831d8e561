import type { ChatChunk } from '@doorkit/chat-stream'

const blankLine = '\n\n'
/** Characters of JSON that all chunks without text may take: tool calls, sources, data. */
const otherCharacters = 32 * 1_048_576
/** The least that such a chunk counts: so there are 131,072 at most, as many as a long thought has words. */
const chunkCharacters = 256

/**
 * Collects the text of one answer from its chunks, as a reader of the stream does, up to a number
 * of UTF-16 characters. Chunks without text may take 32 Mi characters of JSON beside it.
 */
export function collectText(limit: number) {
  const parts: string[] = []
  /** Where the parts are that more may come for. */
  const open = new Map<string, number>()
  let stepStart = 0
  let left = limit
  let leftForOthers = otherCharacters
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
        if (chunk.delta !== '') return { ...chunk, delta }
      } else if (/^(?:start|finish|reset)-step$/.test(chunk.type)) {
        open.clear()
        if (chunk.type === 'reset-step') parts.length = stepStart
        else stepStart = parts.length
      }
      leftForOthers -= Math.max(chunkCharacters, JSON.stringify(chunk).length)
      return chunk
    },
    /** Whether there was more than fits. */
    isFull: () => left < 0 || leftForOthers < 0,
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
