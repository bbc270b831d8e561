import type { ChatChunk } from '@doorkit/chat-stream'
import * as z from 'zod'
import { textPart } from '../collections/message-parts.ts'
import type { MessagePart, ToolOutcome, ToolPart } from '../ports/agent.ts'
import type { TurnUsage } from '../ports/agent-turn-report.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { storableText } from '../text/storable-text.ts'

/** Each block of text counts with the blank line that separates it from the others. */
const blankLineLength = 2
/** The maximum length of the JSON of all chunks without text: tool calls, sources, data. */
const otherCharacters = 32 * 1_048_576
/**
 * Each chunk without text counts as at least this many characters, so an answer has at most 131,072 of
 * these chunks.
 */
const chunkCharacters = 256
/** The most sources of an answer, and the maximum length of a source's URL or title. */
const mostSources = 50
const longestSource = 2_048

type Item = { text: string } | { readonly call: string } | { readonly source: MessagePart }

/**
 * Collects the parts of an answer from its chunks, as a reader of the stream does.
 *
 * @param limit - the maximum length of the text, in UTF-16 code units. Chunks without text may have
 * 32 Mi characters of JSON in addition.
 */
export function collectAnswerParts(limit: number) {
  const items: Item[] = []
  /** The texts that have not ended, by the ids of their blocks. */
  const open = new Map<string, { text: string }>()
  /** The tool calls that the stream shows, by id. */
  const shownCalls = new Map<string, ToolOutcome>()
  let stepStart = 0
  let hadContent = false
  let charactersLeft = limit
  let otherCharactersLeft = otherCharacters
  let hasContent = false
  const begin = (id: string) => {
    const item = { text: '' }
    charactersLeft -= blankLineLength
    open.set(id, item)
    items.push(item)
    return item
  }

  function addText(chunk: Extract<ChatChunk, { type: 'text-delta' }>): ChatChunk {
    const block = open.get(chunk.id) ?? begin(chunk.id)
    const delta =
      charactersLeft < chunk.delta.length ? cut(chunk.delta, charactersLeft) : chunk.delta
    charactersLeft -= chunk.delta.length
    block.text += delta
    hasContent ||= delta.trim() !== ''
    return { ...chunk, delta }
  }

  function addOther(chunk: ChatChunk): void {
    otherCharactersLeft -= Math.max(chunkCharacters, JSON.stringify(chunk).length)
    hasContent ||= !framing.test(chunk.type)
    const call = 'toolCallId' in chunk ? chunk.toolCallId : undefined
    if (call !== undefined) {
      const known = shownCalls.get(call)
      if (!known && !('toolName' in chunk)) return
      const name = known?.name ?? ('toolName' in chunk ? chunk.toolName : '')
      if (!known) items.push({ call })
      const input = 'input' in chunk ? chunk.input : known?.input
      const isWhole = chunk.type === 'tool-output-available' && chunk.preliminary !== true
      shownCalls.set(call, {
        id: call,
        name,
        input: input ?? null,
        ...(isWhole && { output: chunk.output ?? null }),
        ...('errorText' in chunk && { error: chunk.errorText }),
      })
    }
    const source = sourceOf(chunk)
    if (source && items.filter((item) => 'source' in item).length < mostSources)
      items.push({ source })
  }

  function resetStep(): void {
    for (const item of items.splice(stepStart)) if ('call' in item) shownCalls.delete(item.call)
    hasContent = hadContent
  }

  return {
    /** Adds a chunk, and returns it without the text that exceeds the limit. */
    add(chunk: ChatChunk): ChatChunk {
      if (chunk.type === 'text-delta' && typeof chunk.delta === 'string' && chunk.delta !== '') {
        return addText(chunk)
      }
      if (chunk.type === 'text-start') begin(chunk.id)
      else if (chunk.type === 'text-end') open.delete(chunk.id)
      else if (/^(?:start|finish|reset)-step$/.test(chunk.type)) {
        open.clear()
        if (chunk.type === 'reset-step') resetStep()
        else [stepStart, hadContent] = [items.length, hasContent]
      }
      addOther(chunk)
      return chunk
    },
    /** Whether a limit was exceeded. */
    isFull: () => charactersLeft < 0 || otherCharactersLeft < 0,
    /** Whether the agent sent only framing and blank text. */
    isEmpty: () => !hasContent,
    /** The ids of the blocks that have not ended. */
    open: () => open.keys(),
    /**
     * The parts so far, beginning with the calls that the stream did not show.
     *
     * @param outcomes - how the calls of the turn's tools ended. They take precedence over what the
     * stream shows.
     * @param toolNames - the names of the turn's tools. A call of one of them is listed only if it is
     * one of the outcomes.
     */
    parts(outcomes: readonly ToolOutcome[], toolNames: ReadonlySet<string>): MessagePart[] {
      const outcomesById = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
      const hiddenCalls = outcomes.filter(({ id }) => !shownCalls.has(id))
      const shownParts = items.flatMap((item): MessagePart[] => {
        if ('text' in item) {
          const text = storableText(item.text)
          return text.trim() === '' ? [] : [textPart(text)]
        }
        if ('source' in item) return [item.source]
        const call = outcomesById.get(item.call) ?? shownCalls.get(item.call)
        const hasOutcome = outcomesById.has(item.call)
        return call && (hasOutcome || !toolNames.has(call.name)) ? [toolPart(call)] : []
      })
      return [...hiddenCalls.map(toolPart), ...shownParts]
    },
  }
}

const framing =
  /^(?:start|finish|abort|error|(?:start|finish|reset)-step|text-(?:start|end|delta)|message-metadata)$/

function toolPart({ id, name, input, output, error }: ToolOutcome): ToolPart {
  if (error !== undefined) return { type: 'tool', id, name, input, error }
  if (output !== undefined) return { type: 'tool', id, name, input, output }
  return { type: 'tool', id, name, input, error: 'The turn ended before this call ended.' }
}

function sourceOf(chunk: ChatChunk): MessagePart | null {
  if (chunk.type === 'source-url' && chunk.url.length <= longestSource) {
    return { type: 'source', url: storableText(chunk.url), title: titleOf(chunk.title) }
  }
  if (chunk.type !== 'source-document') return null
  return { type: 'source', url: null, title: titleOf(chunk.title) }
}

function titleOf(title: string | undefined): string | null {
  return title === undefined ? null : firstCharacters(storableText(title), longestSource)
}

/** The start of a text, which never ends in half a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, Math.max(0, length)).replace(/[\uD800-\uDBFF]$/, '')
}

const tokens = z.number().int().nonnegative().max(1_000_000_000).nullish()

/** The usage in the form of the AI SDK, with the model. */
const Usage = z.object({
  model: z.string().nullish(),
  inputTokens: tokens,
  outputTokens: tokens,
  cachedInputTokens: tokens,
  inputTokenDetails: z.object({ cacheReadTokens: tokens }).nullish(),
})

/**
 * The usage that a chunk reports in `messageMetadata.usage`, and the chunk without the usage, because
 * visitors must not see what an answer costs. The chunk is null if it contains nothing else.
 */
export function readUsage(chunk: ChatChunk): {
  readonly usage: TurnUsage | null
  readonly chunk: ChatChunk | null
} {
  const metadata: unknown = 'messageMetadata' in chunk ? chunk.messageMetadata : undefined
  if (typeof metadata !== 'object' || metadata === null || !('usage' in metadata)) {
    return { usage: null, chunk }
  }
  const { usage: given, ...others } = metadata
  const { success, data } = Usage.safeParse(given)
  const isEmpty = chunk.type === 'message-metadata' && Object.keys(others).length === 0
  return {
    usage: success
      ? {
          model: data.model ? firstCharacters(storableText(data.model), 200) : null,
          inputTokens: data.inputTokens ?? 0,
          outputTokens: data.outputTokens ?? 0,
          cachedInputTokens: data.cachedInputTokens ?? data.inputTokenDetails?.cacheReadTokens ?? 0,
        }
      : null,
    chunk: isEmpty ? null : ({ ...chunk, messageMetadata: others } as ChatChunk),
  }
}
