/** A parsed JSON object whose fields are not checked yet. */
export type Fields = Record<string, unknown>

type Check = (value: unknown) => boolean

/** True for a JSON object that is no array. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isAnything: Check = (value) => value !== undefined
const isString: Check = (value) => typeof value === 'string'
const isBoolean: Check = (value) => typeof value === 'boolean'
const isListOfFields: Check = (value) => Array.isArray(value) && value.every(isFields)
const isFieldsOfFields: Check = (value) => isFields(value) && Object.values(value).every(isFields)

// A field is of the same kind in every chunk. The fields not listed here are strings.
const kinds: Record<string, Check | undefined> = {
  approvalDescriptor: isAnything,
  data: isAnything,
  input: isAnything,
  inputSchemaInput: isAnything,
  messageMetadata: isAnything,
  output: isAnything,
  approved: isBoolean,
  dynamic: isBoolean,
  isAutomatic: isBoolean,
  preliminary: isBoolean,
  providerExecuted: isBoolean,
  transient: isBoolean,
  citations: isListOfFields,
  parts: isListOfFields,
  toolMetadata: isFields,
  providerMetadata: isFieldsOfFields,
}

// The fields of every chunk, a question mark before the optional ones.
const block = 'id ?providerMetadata'
const file = 'url mediaType ?providerMetadata'
const tool = 'toolCallId ?providerExecuted ?toolMetadata ?dynamic ?providerMetadata'
const call = `toolName ?title ${tool}`
const shapes: Record<string, string> = {
  start: '?messageId ?messageMetadata',
  finish: '?finishReason ?messageMetadata',
  abort: '?reason',
  error: 'errorText',
  'message-metadata': 'messageMetadata',
  'start-step': '',
  'finish-step': '',
  'reset-step': '',
  'text-start': block,
  'text-delta': `delta ${block}`,
  'text-end': `?citations ${block}`,
  'reasoning-start': block,
  'reasoning-delta': `delta ${block}`,
  'reasoning-end': block,
  'reasoning-file': file,
  file,
  'source-url': 'sourceId url ?title ?providerMetadata',
  'source-document': 'sourceId mediaType title ?filename ?providerMetadata',
  custom: 'kind ?providerMetadata',
  'steering-message': 'id parts',
  'tool-input-start': `?inputEncoding ${call}`,
  'tool-input-delta': 'toolCallId inputTextDelta',
  'tool-input-available': `input ${call}`,
  'tool-input-error': `input errorText ${call}`,
  'tool-approval-request':
    'approvalId toolCallId ?approvalDescriptor ?inputSchemaInput ?reason ?isAutomatic ?signature',
  'tool-approval-response': 'approvalId approved ?reason ?providerExecuted ?providerMetadata',
  'tool-output-available': `output ?preliminary ${tool}`,
  'tool-output-error': `errorText ${tool}`,
  'tool-output-denied': 'toolCallId',
}
const dataShape = 'data ?id ?transient'

/** One field of a chunk, read from the table. */
interface FieldRule {
  readonly name: string
  readonly optional: boolean
  readonly check: Check
}

const toRule = (field: string): FieldRule => {
  const name = field.replace('?', '')
  return { name, optional: name !== field, check: kinds[name] ?? isString }
}

const rules = new Map<string, readonly FieldRule[]>()

/** The fields that a chunk of this type has or may have; undefined for a type nobody knows. */
export function rulesOf(type: string): readonly FieldRule[] | undefined {
  const key = type.startsWith('data-') ? 'data-' : type
  const known = rules.get(key)
  if (known) return known
  const shape = key === 'data-' ? dataShape : Object.hasOwn(shapes, key) ? shapes[key] : undefined
  const read = shape?.match(/\S+/g)?.map(toRule) ?? []
  if (shape !== undefined) rules.set(key, read)
  return shape === undefined ? undefined : read
}
