import type { KnownChatChunk } from './chat-chunk.ts'
import type { ChatDynamicToolPart, ChatToolPart } from './chat-message.ts'
import type { Fields } from './chunk-shapes.ts'
import { withoutUndefined } from './without-undefined.ts'

/** A tool call, of a known or a dynamic tool. */
export type AnyToolPart = ChatToolPart | ChatDynamicToolPart

/** A chunk about a tool call. */
export type ToolChunk = Extract<KnownChatChunk, { type: `tool-${string}` }>

/** A chunk that changes the state of a tool call. */
export type ToolStateChunk = Exclude<ToolChunk, { type: 'tool-input-delta' }>

export const isToolPart = (part: { type: string }): part is AnyToolPart =>
  part.type === 'dynamic-tool' || part.type.startsWith('tool-')

/** The encoding of a tool input. An unknown one counts as text, so that nothing is lost. */
export const toEncoding = (encoding: string | undefined): 'json' | 'text' | undefined =>
  encoding === undefined || encoding === 'json' ? encoding : 'text'

const stateFields = ['input', 'rawInput', 'inputEncoding', 'output', 'errorText', 'preliminary']

// The new state for each chunk, and the state fields that the chunk sets. A chunk that sets none of them
// keeps them all; any other chunk clears the rest. Only a new start clears the input. As in the AI SDK,
// a failed output keeps the input text of a known tool, and a failed input sets no title.
const transitions: Record<ToolStateChunk['type'], string> = {
  'tool-input-start': 'input-streaming inputEncoding',
  'tool-input-available': 'input-available input',
  'tool-input-error': 'output-error input errorText',
  'tool-approval-request': 'approval-requested',
  'tool-approval-response': 'approval-responded',
  'tool-output-available': 'output-available output preliminary',
  'tool-output-error': 'output-error rawInput errorText',
  'tool-output-denied': 'output-denied',
}

function toApproval(before: unknown, chunk: ToolStateChunk): unknown {
  if (chunk.type === 'tool-approval-response')
    return {
      ...(before as object),
      ...withoutUndefined({ approved: chunk.approved, reason: chunk.reason }),
    }
  if (chunk.type !== 'tool-approval-request') return before
  return withoutUndefined({
    id: chunk.approvalId,
    descriptor: chunk.approvalDescriptor ?? undefined,
    inputSchemaInput: chunk.inputSchemaInput,
    requestReason: chunk.reason,
    isAutomatic: chunk.isAutomatic || undefined,
    signature: chunk.signature,
  })
}

/**
 * Creates the part of a tool call after a chunk, from the fields of the chunk and the remaining fields
 * of the old part.
 */
export function toToolPart(before: AnyToolPart | undefined, chunk: ToolStateChunk): AnyToolPart {
  const fields: Fields = { ...chunk }
  const part: Fields = { ...before }
  const [state = '', ...ownFields] = transitions[chunk.type].split(' ')
  if (fields.toolName !== undefined) {
    const isDynamic = before ? before.type === 'dynamic-tool' : fields.dynamic
    part.type = isDynamic ? 'dynamic-tool' : `tool-${fields.toolName}`
    if (isDynamic) part.toolName = fields.toolName
  }
  part.state = state
  if ('errorText' in fields) fields.title = part.title
  if (part.type !== 'dynamic-tool') fields.rawInput = part.rawInput
  for (const field of ['toolCallId', 'title', 'toolMetadata', 'providerExecuted'])
    part[field] = fields[field] ?? part[field]
  if (ownFields.length > 0) {
    for (const field of stateFields) {
      if (ownFields.includes(field)) part[field] = fields[field]
      else if (field !== 'input' || state === 'input-streaming') part[field] = undefined
    }
  }
  part.inputEncoding = toEncoding(part.inputEncoding as string | undefined)
  part.approval = toApproval(part.approval, chunk)
  const metadata = `${state.startsWith('output') ? 'result' : 'call'}ProviderMetadata`
  part[metadata] = fields.providerMetadata ?? part[metadata]
  return withoutUndefined(part) as unknown as AnyToolPart
}
