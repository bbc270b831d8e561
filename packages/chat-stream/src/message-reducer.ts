import { createBlockParts } from './block-parts.ts'
import type { ChatChunk, KnownChatChunk } from './chat-chunk.ts'
import type { ChatMessage, ChatMessagePart } from './chat-message.ts'
import { ChatStreamError } from './chat-stream-error.ts'
import { isFields } from './chunk-shapes.ts'
import { defineLazy } from './lazy-property.ts'
import { openCall } from './open-call.ts'
import { createPartList } from './part-list.ts'
import { type AnyToolPart, isToolPart, type ToolStateChunk, toToolPart } from './tool-part.ts'

type DataChunk = Extract<KnownChatChunk, { type: `data-${string}` }>
type ToolInputDelta = Extract<KnownChatChunk, { type: 'tool-input-delta' }>

const isToolStateChunk = (chunk: ChatChunk): chunk is ToolStateChunk =>
  chunk.type.startsWith('tool-')
const isData = (chunk: ChatChunk): chunk is DataChunk => chunk.type.startsWith('data-')

// The length makes the name unambiguous.
const nameOf = (type: string, id: string) => `${type.length} ${type} ${id}`

/** The names by which later chunks refer to a part. */
function namesOf(part: ChatMessagePart): string[] {
  if (!isToolPart(part))
    return 'id' in part && part.id !== undefined ? [nameOf(part.type, part.id)] : []
  const { toolCallId, approval } = part
  return [nameOf('call', toolCallId), ...(approval ? [nameOf('approval', approval.id)] : [])]
}

// A list of up to this many parts is built with the message, so that `parts` is a plain property.
const EAGER_PARTS = 256

/** Starts a message or continues one. `onProblem` gets an error for each orphan chunk. */
export function createMessageState(
  start?: ChatMessage | undefined,
  onProblem?: ((problem: ChatStreamError) => void) | undefined,
) {
  const reportOrphan = ({ type }: KnownChatChunk) =>
    onProblem?.(new ChatStreamError('orphan-chunk', `A ${type} refers to nothing before it.`))

  const list = createPartList()
  const { parts } = list
  const blocks = createBlockParts(list, reportOrphan)
  // The indexes of the parts that later chunks may refer to. After a reset of the step, an index may be
  // beyond the list or belong to another part; `find` checks it.
  const indexes = new Map<string, number>()
  const openCalls = new Map<string, ReturnType<typeof openCall>>()
  let id = start?.id ?? ''
  let metadata = start?.metadata
  let stepStart = 0
  let snapshot: ChatMessage | undefined
  let snapshotVersion = list.version()

  const find = (name: string) => {
    const index = indexes.get(name) ?? -1
    const part = parts[index]
    return part && namesOf(part).includes(name) ? index : -1
  }

  const put = (part: ChatMessagePart, oldIndex = -1) => {
    const index = oldIndex < 0 ? parts.length : oldIndex
    list.set(index, part)
    for (const name of namesOf(part)) indexes.set(name, index)
    if (part.type === 'step-start') stepStart = index + 1
  }

  const resetTo = (length: number) => {
    list.truncate(length)
    blocks.forget()
  }

  const applyData = (chunk: DataChunk) => {
    const index = chunk.id === undefined ? -1 : find(nameOf(chunk.type, chunk.id))
    put({ ...(parts[index] ?? chunk), data: chunk.data } as ChatMessagePart, index)
  }

  const extendInput = (chunk: ToolInputDelta) => {
    const index = find(nameOf('call', chunk.toolCallId))
    const part = parts[index] as AnyToolPart | undefined
    if (part?.state !== 'input-streaming') return reportOrphan(chunk)
    const extend = openCalls.get(chunk.toolCallId) ?? openCall(part)
    openCalls.set(chunk.toolCallId, extend)
    list.set(index, extend(chunk.inputTextDelta))
  }

  const applyTool = (chunk: ToolStateChunk) => {
    let index: number
    if (chunk.type === 'tool-approval-response') index = find(nameOf('approval', chunk.approvalId))
    else {
      index = find(nameOf('call', chunk.toolCallId))
      openCalls.delete(chunk.toolCallId)
    }
    // In a new step, an id that was used before identifies a new call.
    if (chunk.type.startsWith('tool-input')) index = index < stepStart ? -1 : index
    else if (index < 0) return reportOrphan(chunk)
    put(toToolPart(parts[index] as AnyToolPart | undefined, chunk), index)
  }

  const annotate = (change: unknown) => {
    if (change === undefined || change === null) return
    metadata = mergeMetadata(metadata, change)
    snapshot = undefined
  }

  const rename = (messageId: string | undefined) => {
    if (messageId === undefined || messageId === id) return
    // A new id starts a new message.
    if (id !== '') {
      resetTo(0)
      stepStart = 0
      metadata = undefined
    }
    id = messageId
    snapshot = undefined
  }

  for (const part of start?.parts ?? []) put(part)

  return {
    apply(chunk: ChatChunk) {
      switch (chunk.type) {
        case 'text-delta':
        case 'reasoning-delta':
          return blocks.extend(chunk)
        case 'text-start':
        case 'reasoning-start':
          return void blocks.begin(chunk)
        case 'text-end':
        case 'reasoning-end':
          return blocks.end(chunk)
        case 'tool-input-delta':
          return extendInput(chunk)
        case 'start':
          rename(chunk.messageId)
          return annotate(chunk.messageMetadata)
        case 'finish':
        case 'message-metadata':
          return annotate(chunk.messageMetadata)
        case 'start-step':
          return put({ type: 'step-start' })
        case 'reset-step':
          return resetTo(stepStart)
        case 'file':
        case 'reasoning-file':
        case 'source-url':
        case 'source-document':
        case 'custom':
        case 'steering-message':
          return put({ ...chunk })
      }
      if (isToolStateChunk(chunk)) applyTool(chunk)
      else if (isData(chunk) && !chunk.transient) applyData(chunk)
    },
    /** The current message: the same object until a chunk changes it. */
    message() {
      const version = list.version()
      if (!snapshot || snapshotVersion !== version) {
        const next = {
          id,
          ...(metadata !== undefined && { metadata }),
          role: 'assistant',
        } as ChatMessage
        if (parts.length <= EAGER_PARTS) next.parts = list.read(version)
        else defineLazy(next, 'parts', () => list.read(version))
        snapshot = next
        snapshotVersion = version
      }
      return snapshot
    },
  }
}

/** Options of {@link createMessageReducer}. */
export interface MessageReducerOptions {
  /**
   * An assistant message to continue, for example after a tool approval. It is not changed. Default:
   * none.
   */
  message?: ChatMessage | undefined
  /** Called with an error for each chunk that refers to nothing before it. Default: no callback. */
  onProblem?: ((problem: ChatStreamError) => void) | undefined
}

/** Assembles a message from chunks. */
export interface MessageReducer {
  /**
   * Applies the next chunk and returns the message after it. It is the same object if the chunk says
   * nothing about the message, or else a new one that shares every unchanged part.
   */
  push: (chunk: ChatChunk) => ChatMessage
  /** The message after the last chunk. */
  readonly message: ChatMessage
}

/**
 * Creates a reducer that assembles chunks into a message in the shape of the AI SDK's `UIMessage`. The
 * cost of a chunk does not grow with the message: a long list of parts, or the value of a long partial
 * tool input, is built when it is first read.
 */
export function createMessageReducer(options: MessageReducerOptions = {}): MessageReducer {
  const state = createMessageState(options.message, options.onProblem)
  const reducer = {
    message: state.message(),
    push(chunk: ChatChunk) {
      state.apply(chunk)
      reducer.message = state.message()
      return reducer.message
    },
  }
  return reducer
}

const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype']

/**
 * Merges message metadata deeply: objects member by member; anything else, even an array, is replaced.
 * Neither input is changed. Where two objects merge, member names that reach a prototype are omitted.
 */
function mergeMetadata(base: unknown, change: unknown): unknown {
  if (!isFields(base) || !isFields(change)) return change
  const merged = { ...base }
  for (const [name, value] of Object.entries(change)) {
    if (PROTOTYPE_NAMES.includes(name)) continue
    merged[name] = mergeMetadata(base[name], value)
  }
  return merged
}
