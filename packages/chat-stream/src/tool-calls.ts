import type { KnownChatChunk } from './chat-chunk.ts'
import type { PartList } from './part-list.ts'
import {
  type AnyToolPart,
  isToolPart,
  type OpenCall,
  openCall,
  type ToolState,
  toEncoding,
  toToolPart,
} from './tool-part.ts'

type ChunkOf<Type extends KnownChatChunk['type']> = Extract<KnownChatChunk, { type: Type }>

/** A chunk about a tool call. */
type ToolChunk = Extract<KnownChatChunk, { type: `tool-${string}` }>

/** True for a chunk about a tool call. */
export const isToolChunk = (chunk: KnownChatChunk): chunk is ToolChunk =>
  chunk.type.startsWith('tool-')

/** The tool calls of a message: each is one part that goes from state to state. */
export interface ToolCalls {
  apply: (chunk: ToolChunk) => void
  /** Makes a call known whose part is in the list already. */
  adopt: (part: AnyToolPart, index: number) => void
  /** A step begins at this index: in it, an id that was used before names another call. */
  beginStep: (index: number) => void
}

interface Found {
  readonly part: AnyToolPart
  readonly index: number
}

/** Keeps the tool calls in a list. A chunk of a call that never began is told to `onOrphan`. */
export function createToolCalls(
  parts: PartList,
  onOrphan: (chunk: KnownChatChunk) => void,
): ToolCalls {
  // After a reset of the step an entry may point past the list or at another part: `find` looks.
  const calls = new Map<string, number>()
  const approvals = new Map<string, number>()
  const open = new Map<string, OpenCall>()
  let stepStart = 0

  const find = (
    index: number | undefined,
    fits: (part: AnyToolPart) => boolean,
  ): Found | undefined => {
    const part = index === undefined ? undefined : parts.live[index]
    return index !== undefined && part && isToolPart(part) && fits(part)
      ? { part, index }
      : undefined
  }
  const findCall = (id: string) => find(calls.get(id), (part) => part.toolCallId === id)
  const findApproval = (id: string) => find(approvals.get(id), (part) => part.approval?.id === id)

  const adopt = (part: AnyToolPart, index: number) => {
    calls.set(part.toolCallId, index)
    if (part.approval) approvals.set(part.approval.id, index)
  }

  const save = (found: Found | undefined, part: AnyToolPart) => {
    if (found) parts.set(found.index, part)
    adopt(part, found?.index ?? parts.add(part))
  }

  const input = (
    chunk: ChunkOf<'tool-input-start' | 'tool-input-available' | 'tool-input-error'>,
    state: ToolState,
  ) => {
    open.delete(chunk.toolCallId)
    const found = findCall(chunk.toolCallId)
    const inStep = found && found.index >= stepStart ? found : undefined
    save(inStep, toToolPart(inStep?.part, chunk, state))
  }

  const extend = (chunk: ChunkOf<'tool-input-delta'>, found: Found) => {
    const { part } = found
    let call = open.get(chunk.toolCallId)
    if (!call) {
      if (part.state !== 'input-streaming') return onOrphan(chunk)
      call = openCall(part.inputEncoding, part.rawInput)
      open.set(chunk.toolCallId, call)
    }
    save(found, call.extend(part, chunk, chunk.inputTextDelta))
  }

  const output = (
    chunk: ChunkOf<'tool-output-available' | 'tool-output-error'>,
    { index, part }: Found,
    state: ToolState,
  ) => save({ index, part }, toToolPart(part, chunk, { input: part.input, ...state }))

  const ask = (chunk: ChunkOf<'tool-approval-request'>, { index, part }: Found) => {
    const { approvalId: id, approvalDescriptor: descriptor, reason, isAutomatic, signature } = chunk
    const approval = {
      id,
      ...(descriptor != null && { descriptor }),
      ...('inputSchemaInput' in chunk && { inputSchemaInput: chunk.inputSchemaInput }),
      ...(reason !== undefined && { requestReason: reason }),
      ...(isAutomatic && { isAutomatic }),
      ...(signature !== undefined && { signature }),
    }
    save({ index, part }, { ...part, state: 'approval-requested', approval } as AnyToolPart)
  }

  const answer = (chunk: ChunkOf<'tool-approval-response'>, { index, part }: Found) => {
    const { approved, reason, providerExecuted, providerMetadata } = chunk
    const answered = {
      ...part,
      state: 'approval-responded',
      approval: { ...part.approval, approved, ...(reason !== undefined && { reason }) },
      ...(providerExecuted !== undefined && { providerExecuted }),
      ...(providerMetadata && { callProviderMetadata: providerMetadata }),
    }
    save({ index, part }, answered as AnyToolPart)
  }

  return {
    adopt,
    beginStep: (index) => {
      stepStart = index
    },
    apply(chunk) {
      switch (chunk.type) {
        case 'tool-input-start':
          return input(chunk, {
            state: 'input-streaming',
            inputEncoding: toEncoding(chunk.inputEncoding),
          })
        case 'tool-input-available':
          return input(chunk, { state: 'input-available', input: chunk.input })
        case 'tool-input-error':
          return input(chunk, {
            state: 'output-error',
            input: chunk.input,
            errorText: chunk.errorText,
          })
      }
      const found =
        chunk.type === 'tool-approval-response'
          ? findApproval(chunk.approvalId)
          : findCall(chunk.toolCallId)
      if (!found) return onOrphan(chunk)
      switch (chunk.type) {
        case 'tool-input-delta':
          return extend(chunk, found)
        case 'tool-approval-request':
          return ask(chunk, found)
        case 'tool-approval-response':
          return answer(chunk, found)
        case 'tool-output-denied':
          return save(found, { ...found.part, state: 'output-denied' } as AnyToolPart)
        case 'tool-output-available': {
          const { output: value, preliminary } = chunk
          return output(chunk, found, { state: 'output-available', output: value, preliminary })
        }
        case 'tool-output-error':
          return output(chunk, found, { state: 'output-error', errorText: chunk.errorText })
      }
    },
  }
}
