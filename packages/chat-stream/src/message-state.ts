import { createBlockParts } from './block-parts.ts'
import type { ChatChunk, KnownChatChunk } from './chat-chunk.ts'
import type { ChatMessage, ChatMessagePart } from './chat-message.ts'
import { ChatStreamError } from './chat-stream-error.ts'
import { defineLazy } from './lazy-property.ts'
import { mergeMetadata } from './merge-metadata.ts'
import { openCall } from './open-call.ts'
import { createPartList } from './part-list.ts'
import { type AnyToolPart, isToolPart, type ToolStep, toToolPart } from './tool-part.ts'

type DataChunk = Extract<KnownChatChunk, { type: `data-${string}` }>
type ToolInputDelta = Extract<KnownChatChunk, { type: 'tool-input-delta' }>

const isToolStep = (chunk: ChatChunk): chunk is ToolStep => chunk.type.startsWith('tool-')
const isData = (chunk: ChatChunk): chunk is DataChunk => chunk.type.startsWith('data-')

// With the length, no type and id together read like another type and id.
const nameOf = (type: string, id: string) => `${type.length} ${type} ${id}`

/** The names by which later chunks speak of a part. */
function namesOf(part: ChatMessagePart): string[] {
  if (!isToolPart(part))
    return 'id' in part && part.id !== undefined ? [nameOf(part.type, part.id)] : []
  const { toolCallId, approval } = part
  return [nameOf('call', toolCallId), ...(approval ? [nameOf('approval', approval.id)] : [])]
}

// Up to here the list is put together at once: a bounded cost, for a message that is plain data.
const EAGER_PARTS = 256

/** A message under construction. */
export interface MessageState {
  apply: (chunk: ChatChunk) => void
  /** The message now: the same object until a chunk changes it. */
  message: () => ChatMessage
}

/** Starts a message, or goes on with one. `onProblem` gets a chunk that refers to nothing. */
export function createMessageState(
  start?: ChatMessage | undefined,
  onProblem?: ((problem: ChatStreamError) => void) | undefined,
): MessageState {
  const orphan = ({ type }: KnownChatChunk) =>
    onProblem?.(new ChatStreamError('orphan-chunk', `A ${type} refers to nothing before it.`))

  const parts = createPartList()
  const { live } = parts
  const blocks = createBlockParts(parts, orphan)
  // The places of the parts that later chunks speak of. After a reset of the step an entry may point past
  // the list or at another part: `find` looks.
  const places = new Map<string, number>()
  const openCalls = new Map<string, ReturnType<typeof openCall>>()
  let id = start?.id ?? ''
  let metadata = start?.metadata
  let stepStart = 0
  let snapshot: ChatMessage | undefined
  let snapshotVersion = parts.version()

  const find = (name: string) => {
    const index = places.get(name) ?? -1
    const part = live[index]
    return part && namesOf(part).includes(name) ? index : -1
  }

  const put = (part: ChatMessagePart, place = -1) => {
    const index = place < 0 ? live.length : place
    parts.set(index, part)
    for (const name of namesOf(part)) places.set(name, index)
    if (part.type === 'step-start') stepStart = index + 1
  }

  const resetTo = (length: number) => {
    parts.truncate(length)
    blocks.forget()
  }

  const applyData = (chunk: DataChunk) => {
    const index = chunk.id === undefined ? -1 : find(nameOf(chunk.type, chunk.id))
    put({ ...(live[index] ?? chunk), data: chunk.data } as ChatMessagePart, index)
  }

  const extendInput = (chunk: ToolInputDelta) => {
    const index = find(nameOf('call', chunk.toolCallId))
    const part = live[index] as AnyToolPart | undefined
    if (part?.state !== 'input-streaming') return orphan(chunk)
    const extend = openCalls.get(chunk.toolCallId) ?? openCall(part)
    openCalls.set(chunk.toolCallId, extend)
    parts.set(index, extend(chunk.inputTextDelta))
  }

  const applyTool = (chunk: ToolStep) => {
    let index: number
    if (chunk.type === 'tool-approval-response') index = find(nameOf('approval', chunk.approvalId))
    else {
      index = find(nameOf('call', chunk.toolCallId))
      openCalls.delete(chunk.toolCallId)
    }
    // In another step, an id that was used before names another call.
    if (chunk.type.startsWith('tool-input')) index = index < stepStart ? -1 : index
    else if (index < 0) return orphan(chunk)
    put(toToolPart(live[index] as AnyToolPart | undefined, chunk), index)
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
      stepStart = 0
      metadata = undefined
    }
    id = messageId
    snapshot = undefined
  }

  for (const part of start?.parts ?? []) put(part)

  return {
    apply(chunk) {
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
      if (isToolStep(chunk)) applyTool(chunk)
      else if (isData(chunk) && !chunk.transient) applyData(chunk)
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
