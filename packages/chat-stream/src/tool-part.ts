import type { JsonObject, ProviderMetadata } from './chat-chunk.ts'
import type { ChatDynamicToolPart, ChatToolPart } from './chat-message.ts'
import { defineLazy } from './lazy-property.ts'
import { createPartialJson, type PartialJson } from './partial-json.ts'

/** A part that is a tool call, of a known tool or of a dynamic one. */
export type AnyToolPart = ChatToolPart | ChatDynamicToolPart

/** True for a part that is a tool call. */
export const isToolPart = (part: { type: string }): part is AnyToolPart =>
  part.type === 'dynamic-tool' || part.type.startsWith('tool-')

/** What any chunk of a tool call may say of the call as a whole. */
interface ToolChunk {
  toolCallId: string
  toolName?: string
  title?: string
  toolMetadata?: JsonObject
  providerExecuted?: boolean
  providerMetadata?: ProviderMetadata
  dynamic?: boolean
}

/** What of a part outlives its state. */
interface ToolIdentity {
  type: string
  toolName?: string
  dynamic?: boolean
  title?: string
  toolMetadata?: JsonObject
  providerExecuted?: boolean
  callProviderMetadata?: ProviderMetadata
  resultProviderMetadata?: ProviderMetadata
  approval?: object
}

/** The fields that belong to one state of a tool call. */
export interface ToolState {
  state: AnyToolPart['state']
  input?: unknown
  rawInput?: unknown
  inputEncoding?: 'json' | 'text' | undefined
  output?: unknown
  errorText?: string
  preliminary?: boolean | undefined
}

/**
 * The part of a tool call in a new state: the rest comes from the chunk, or from the part before, whose
 * input is not read, since that may be costly.
 */
export function toToolPart(
  before: AnyToolPart | undefined,
  chunk: ToolChunk,
  state: ToolState,
): AnyToolPart {
  const old: Partial<ToolIdentity> = before ?? {}
  const isDynamic = before ? before.type === 'dynamic-tool' : chunk.dynamic
  const isResult = state.state === 'output-available' || state.state === 'output-error'
  const metadata = isResult ? 'resultProviderMetadata' : 'callProviderMetadata'
  const part: Record<string, unknown> = {
    type: isDynamic
      ? 'dynamic-tool'
      : chunk.toolName !== undefined
        ? `tool-${chunk.toolName}`
        : old.type,
    toolName: isDynamic ? (chunk.toolName ?? old.toolName) : undefined,
    dynamic: old.dynamic,
    toolCallId: chunk.toolCallId,
    title: chunk.title ?? old.title,
    toolMetadata: chunk.toolMetadata ?? old.toolMetadata,
    providerExecuted: chunk.providerExecuted ?? old.providerExecuted,
    callProviderMetadata: old.callProviderMetadata,
    resultProviderMetadata: old.resultProviderMetadata,
    approval: old.approval,
    ...state,
  }
  part[metadata] = chunk.providerMetadata ?? part[metadata]
  for (const field in part) if (part[field] === undefined) delete part[field]
  return part as unknown as AnyToolPart
}

/** The encoding of a tool input; one nobody knows is taken for text, so that nothing of it is lost. */
export const toEncoding = (encoding: string | undefined): 'json' | 'text' | undefined =>
  encoding === undefined || encoding === 'json' ? encoding : 'text'

// Up to here the value is put together at once: a bounded cost, for a part that is plain data.
const EAGER_CHARACTERS = 512

/** A tool call whose input is still coming. */
export interface OpenCall {
  /** The part after the newest piece of the input. */
  extend: (before: AnyToolPart | undefined, chunk: ToolChunk, text: string) => AnyToolPart
}

/** Opens a tool call whose input comes in this encoding, after the text received so far. */
export function openCall(encoding: string | undefined, received = ''): OpenCall {
  const inputEncoding = toEncoding(encoding)
  let rawInput = received
  const json: PartialJson | undefined = inputEncoding === 'text' ? undefined : createPartialJson()
  json?.push(received)

  const inputAfter = (text: string): unknown => {
    if (json && text === rawInput) return json.value()
    const earlier = createPartialJson()
    earlier.push(text)
    return earlier.value()
  }

  return {
    extend(before, chunk, text) {
      rawInput += text
      json?.push(text)
      const soFar = rawInput
      const state: ToolState = { state: 'input-streaming', inputEncoding, rawInput: soFar }
      if (!json) return toToolPart(before, chunk, { ...state, input: soFar })
      if (soFar.length <= EAGER_CHARACTERS)
        return toToolPart(before, chunk, { ...state, input: json.value() })
      const part = toToolPart(before, chunk, state)
      defineLazy(part, 'input', () => inputAfter(soFar))
      return part
    },
  }
}
