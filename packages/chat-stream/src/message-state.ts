import { createBlockParts } from './block-parts.ts'
import type { ChatChunk, KnownChatChunk } from './chat-chunk.ts'
import type { ChatMessage, ChatMessagePart } from './chat-message.ts'
import { ChatStreamError } from './chat-stream-error.ts'
import { defineLazy } from './lazy-property.ts'
import { mergeMetadata } from './merge-metadata.ts'
import { createPartList } from './part-list.ts'
import { createToolCalls, isToolChunk } from './tool-calls.ts'
import { isToolPart } from './tool-part.ts'

type DataChunk = Extract<KnownChatChunk, { type: `data-${string}` }>

// Up to here the list is put together at once: a bounded cost, for a message that is plain data.
const EAGER_PARTS = 256

/** A message under construction. */
export interface MessageState {
  apply: (chunk: ChatChunk) => void
  /** The message now: the same object until a chunk changes it. */
  message: () => ChatMessage
}

/** Starts a message, or goes on with one. A chunk that refers to nothing is told to `onProblem`. */
export function createMessageState(
  start?: ChatMessage | undefined,
  onProblem?: ((problem: ChatStreamError) => void) | undefined,
): MessageState {
  const orphan = ({ type }: KnownChatChunk) =>
    onProblem?.(new ChatStreamError('orphan-chunk', `A ${type} refers to nothing before it.`))

  const parts = createPartList()
  const blocks = createBlockParts(parts, orphan)
  const tools = createToolCalls(parts, orphan)
  const dataPlaces = new Map<string, number>()
  let id = start?.id ?? ''
  let metadata = start?.metadata
  let stepStart = 0
  let snapshot: ChatMessage | undefined
  let snapshotVersion = parts.version()

  const add = (part: ChatMessagePart) => {
    const index = parts.add(part)
    if (isToolPart(part)) tools.adopt(part, index)
    else if ('data' in part) dataPlaces.set(`${part.type}:${part.id}`, index)
    else if (part.type === 'step-start') {
      stepStart = index + 1
      tools.beginStep(stepStart)
    }
  }

  const resetTo = (length: number) => {
    parts.truncate(length)
    blocks.forget()
  }

  const putData = (chunk: DataChunk) => {
    const index = chunk.id === undefined ? undefined : dataPlaces.get(`${chunk.type}:${chunk.id}`)
    const before = index === undefined ? undefined : parts.live[index]
    // A reset of the step may have put another part in that place.
    if (
      index !== undefined &&
      before?.type === chunk.type &&
      'id' in before &&
      before.id === chunk.id
    )
      parts.set(index, { ...before, data: chunk.data })
    else add({ ...chunk })
  }

  const annotate = (change: unknown) => {
    if (change === undefined || change === null) return
    metadata = mergeMetadata(metadata, change)
    snapshot = undefined
  }

  const rename = (messageId: string | undefined) => {
    if (messageId === undefined || messageId === id) return
    // Another id begins another message: nothing of the one before belongs to it.
    if (id !== '') {
      resetTo(0)
      metadata = undefined
    }
    id = messageId
    snapshot = undefined
  }

  for (const part of start?.parts ?? []) add(part)

  return {
    apply(chunk) {
      switch (chunk.type) {
        case 'text-start':
          return void blocks.begin('text', chunk)
        case 'text-delta':
          return blocks.extend('text', chunk)
        case 'text-end':
          return blocks.end('text', chunk)
        case 'reasoning-start':
          return void blocks.begin('reasoning', chunk)
        case 'reasoning-delta':
          return blocks.extend('reasoning', chunk)
        case 'reasoning-end':
          return blocks.end('reasoning', chunk)
        case 'start':
          rename(chunk.messageId)
          return annotate(chunk.messageMetadata)
        case 'finish':
        case 'message-metadata':
          return annotate(chunk.messageMetadata)
        case 'start-step':
          return add({ type: 'step-start' })
        case 'reset-step':
          return resetTo(stepStart)
        case 'file':
        case 'reasoning-file':
        case 'source-url':
        case 'source-document':
        case 'custom':
        case 'steering-message':
          return add({ ...chunk })
        case 'unknown':
        case 'finish-step':
        case 'abort':
        case 'error':
          return
      }
      if (isToolChunk(chunk)) tools.apply(chunk)
      else if (!chunk.transient) putData(chunk)
    },
    message() {
      const version = parts.version()
      if (!snapshot || snapshotVersion !== version) {
        const next = {
          id,
          ...(metadata !== undefined && { metadata }),
          role: 'assistant',
        } as ChatMessage
        if (parts.live.length <= EAGER_PARTS) next.parts = parts.read(version)
        else defineLazy(next, 'parts', () => parts.read(version))
        snapshot = next
        snapshotVersion = version
      }
      return snapshot
    },
  }
}
