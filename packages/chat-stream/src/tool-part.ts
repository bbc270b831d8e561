import type { KnownChatChunk } from './chat-chunk.ts'
import type { ChatDynamicToolPart, ChatToolPart } from './chat-message.ts'
import type { Fields } from './chunk-shape.ts'
import { defined } from './without-undefined.ts'

/** A part that is a tool call, of a known tool or of a dynamic one. */
export type AnyToolPart = ChatToolPart | ChatDynamicToolPart

/** A chunk about a tool call. */
export type ToolChunk = Extract<KnownChatChunk, { type: `tool-${string}` }>

/** A chunk that brings a tool call to another state. */
export type ToolStep = Exclude<ToolChunk, { type: 'tool-input-delta' }>

/** True for a part that is a tool call. */
export const isToolPart = (part: { type: string }): part is AnyToolPart =>
  part.type === 'dynamic-tool' || part.type.startsWith('tool-')

/** The encoding of a tool input; an unknown one is taken for text, so that nothing of it is lost. */
export const toEncoding = (encoding: string | undefined): 'json' | 'text' | undefined =>
  encoding === undefined || encoding === 'json' ? encoding : 'text'

const stateFields = ['input', 'rawInput', 'inputEncoding', 'output', 'errorText', 'preliminary']

// The state that a chunk brings a call to, and which of the fields of states it sets. A chunk that sets
// none leaves them all, any other clears the rest; the input outlives all but a new start. As in the AI
// SDK, a failed output leaves the text of a known tool's input, and a failed input brings no title.
const steps: Record<ToolStep['type'], string> = {
  'tool-input-start': 'input-streaming inputEncoding',
  'tool-input-available': 'input-available input',
  'tool-input-error': 'output-error input errorText',
  'tool-approval-request': 'approval-requested',
  'tool-approval-response': 'approval-responded',
  'tool-output-available': 'output-available output preliminary',
  'tool-output-error': 'output-error rawInput errorText',
  'tool-output-denied': 'output-denied',
}

function toApproval(before: unknown, chunk: ToolStep): unknown {
  if (chunk.type === 'tool-approval-response')
    return { ...(before as object), ...defined({ approved: chunk.approved, reason: chunk.reason }) }
  if (chunk.type !== 'tool-approval-request') return before
  return defined({
    id: chunk.approvalId,
    descriptor: chunk.approvalDescriptor ?? undefined,
    inputSchemaInput: chunk.inputSchemaInput,
    requestReason: chunk.reason,
    isAutomatic: chunk.isAutomatic || undefined,
    signature: chunk.signature,
  })
}

/** The part of a tool call after a step: what the chunk says, and what of the part before outlives its state. */
export function toToolPart(before: AnyToolPart | undefined, chunk: ToolStep): AnyToolPart {
  const said: Fields = { ...chunk }
  const part: Fields = { ...before }
  const [state = '', ...own] = steps[chunk.type].split(' ')
  if (said.toolName !== undefined) {
    const isDynamic = before ? before.type === 'dynamic-tool' : said.dynamic
    part.type = isDynamic ? 'dynamic-tool' : `tool-${said.toolName}`
    if (isDynamic) part.toolName = said.toolName
  }
  part.state = state
  if ('errorText' in said) said.title = part.title
  if (part.type !== 'dynamic-tool') said.rawInput = part.rawInput
  for (const field of ['toolCallId', 'title', 'toolMetadata', 'providerExecuted'])
    part[field] = said[field] ?? part[field]
  if (own.length > 0) {
    for (const field of stateFields) {
      if (own.includes(field)) part[field] = said[field]
      else if (field !== 'input' || state === 'input-streaming') part[field] = undefined
    }
  }
  part.inputEncoding = toEncoding(part.inputEncoding as string | undefined)
  part.approval = toApproval(part.approval, chunk)
  const metadata = `${state.startsWith('output') ? 'result' : 'call'}ProviderMetadata`
  part[metadata] = said.providerMetadata ?? part[metadata]
  return defined(part) as unknown as AnyToolPart
}
