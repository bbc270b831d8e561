import type { ChatChunk } from './chat-chunk.ts'
import { type ChatProblemCode, ChatStreamError } from './chat-stream-error.ts'
import { isFields, rulesOf } from './chunk-shape.ts'

// JSON.parse makes `__proto__` an ordinary key of its own, but the first copy by assignment would set
// the prototype: the key is removed wherever it stands, also when it is written with escapes.
const mayHidePrototype = (data: string) => data.includes('__proto__') || data.includes('\\u00')
const dropPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value)

/**
 * Reads the data of one event as a chunk. Undefined when it is none, after telling the problem.
 * An optional field of the wrong type is told and left out; fields nobody knows stay.
 */
export function readChunk(
  data: string,
  report: (problem: ChatStreamError) => void,
): ChatChunk | undefined {
  const problem = (code: ChatProblemCode, text: string) => report(new ChatStreamError(code, text))
  let fields: unknown
  try {
    fields = JSON.parse(data, mayHidePrototype(data) ? dropPrototype : undefined)
  } catch {
    // The engine's own error would quote the data, which may be a person's words.
    return void problem('invalid-json', 'Skipped an event whose data is not JSON.')
  }
  if (!isFields(fields) || typeof fields.type !== 'string')
    return void problem('invalid-chunk', 'Skipped an event whose data has no "type".')
  const { type } = fields
  // Nearly all of a stream are these: they go the short way.
  if (
    type === 'text-delta' &&
    typeof fields.delta === 'string' &&
    typeof fields.id === 'string' &&
    fields.providerMetadata === undefined
  )
    return fields as unknown as ChatChunk
  const rules = rulesOf(type)
  if (!rules) return { type: 'unknown', raw: { ...fields, type } }
  for (const { name, optional, check } of rules) {
    const value = fields[name]
    if (check(value) || (optional && value === undefined)) continue
    if (!optional)
      return void problem('invalid-chunk', `Skipped a ${type} without a valid "${name}".`)
    delete fields[name]
    // Servers in other languages write null for what is absent.
    if (value !== null)
      problem('invalid-field', `Left out "${name}" of a ${type}: not of its type.`)
  }
  return fields as unknown as ChatChunk
}
