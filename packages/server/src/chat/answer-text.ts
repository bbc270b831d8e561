import type { ChatChunk } from '@doorkit/chat-stream'

const blankLine = '\n\n'
/** The most characters of JSON for all chunks without text: tool calls, sources, data. */
const otherCharacters = 32 * 1_048_576
/** The least that one such chunk counts, so there are at most 131,072 of them. */
const chunkCharacters = 256

/**
 * Collects the text of an answer from its chunks, as a reader of the stream does.
 *
 * @param limit - the most UTF-16 characters of text. Chunks without text may have 32 Mi characters of
 * JSON in addition.
 */
export function collectText(limit: number) {
  const parts: string[] = []
  /** The index of each part that has not ended, by its id. */
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
    /** Adds a chunk, and returns it without the text that exceeds the limit. */
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
    /** Whether a limit was exceeded. */
    isFull: () => left < 0 || leftForOthers < 0,
    /** The ids of the parts that have not ended. */
    open: () => open.keys(),
    /** The text: its parts, separated by blank lines. */
    read: () => parts.filter((part) => part.trim() !== '').join(blankLine),
  }
}

/** The start of a text. Never ends in half a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, Math.max(0, length)).replace(/[\uD800-\uDBFF]$/, '')
}
