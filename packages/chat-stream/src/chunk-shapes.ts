/** A parsed JSON object whose fields are not checked yet. */
export type Fields = Record<string, unknown>

/** Whether a value is a JSON object and not an array. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value has the given kind: one of the cases below, or else a result of `typeof`. */
export function isOfKind(value: unknown, kind: string): boolean {
  switch (kind) {
    case 'any':
      return value !== undefined
    case 'object':
      return isFields(value)
    case 'objects':
      return isFields(value) && Object.values(value).every(isFields)
    case 'list':
      return Array.isArray(value) && value.every(isFields)
  }
  return typeof value === kind
}

/**
 * Reads the table of all types of chunks and their fields. An optional field starts with a question
 * mark. The kind follows a colon; a field without a kind is a string.
 */
function readShapes() {
  const metadata = '?providerMetadata:objects'
  const block = `id ${metadata}`
  const file = `url mediaType ${metadata}`
  const tool = `toolCallId ?providerExecuted:boolean ?toolMetadata:object ?dynamic:boolean ${metadata}`
  const call = `toolName ?title ${tool}`
  const table = `start ?messageId ?messageMetadata:any
finish ?finishReason ?messageMetadata:any
message-metadata messageMetadata:any
abort ?reason
error errorText
start-step
finish-step
reset-step
text-start ${block}
text-delta delta ${block}
text-end ?citations:list ${block}
reasoning-start ${block}
reasoning-delta delta ${block}
reasoning-end ${block}
reasoning-file ${file}
file ${file}
source-url sourceId url ?title ${metadata}
source-document sourceId mediaType title ?filename ${metadata}
custom kind ${metadata}
steering-message id parts:list
data- data:any ?id ?transient:boolean
tool-input-start ?inputEncoding ${call}
tool-input-delta toolCallId inputTextDelta
tool-input-available input:any ${call}
tool-input-error input:any errorText ${call}
tool-approval-request approvalId toolCallId ?approvalDescriptor:any ?inputSchemaInput:any ?reason ?isAutomatic:boolean ?signature
tool-approval-response approvalId approved:boolean ?reason ?providerExecuted:boolean ${metadata}
tool-output-available output:any ?preliminary:boolean ${tool}
tool-output-error errorText ${tool}
tool-output-denied toolCallId`
  return new Map(table.split('\n').map((line) => [line.split(' ', 1)[0], line]))
}

const shapes = /* @__PURE__ */ readShapes()

/** The row of a type in the table; undefined for an unknown type. */
export const shapeOf = (type: string) => shapes.get(type.startsWith('data-') ? 'data-' : type)
