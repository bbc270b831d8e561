import type { ChatChunk, UnknownChatChunk } from './chat-chunk.ts'
import type { ChatProblemCode } from './chat-stream-error.ts'
import { type Fields, isFields, isOfKind, shapeOf } from './chunk-shape.ts'

// JSON.parse makes `__proto__` an ordinary key of its own, but the first copy by assignment would set
// the prototype: the key is removed wherever it stands, also when it is written with escapes.
const mayHidePrototype = /__proto__|\\u00/
const dropPrototype = (key: string, value: unknown) => (key === '__proto__' ? undefined : value)

// Three strings and nothing more: nothing is left to check.
const isTextDelta = (fields: Fields | null) =>
  fields?.type === 'text-delta' &&
  typeof fields.delta === 'string' &&
  typeof fields.id === 'string' &&
  Object.keys(fields).length === 3

/**
 * Reads the data of one event as a chunk. Undefined when it is not one, after reporting the problem.
 * An optional field of the wrong type is reported and left out; unknown fields stay.
 */
export function readChunk(
  data: string,
  report: (code: ChatProblemCode, message: string, data: string) => void,
): ChatChunk | undefined {
  let fields: Fields | null
  try {
    fields = JSON.parse(data)
    // Nearly all of a stream are these: they go the short way.
    if (isTextDelta(fields)) return fields as unknown as ChatChunk
    if (mayHidePrototype.test(data)) fields = JSON.parse(data, dropPrototype)
  } catch {
    // Some servers keep a connection alive with events without data.
    if (data.trim() === '') return
    // The engine's own error would quote the data, which may be a person's words.
    return void report('invalid-json', 'Skipped an event whose data is not JSON.', data)
  }
  const skip = (kind: string, name: string) =>
    void report('invalid-chunk', `Skipped a ${kind} without a valid "${name}".`, data)
  if (!isFields(fields) || typeof fields.type !== 'string') return skip('chunk', 'type')
  const { type } = fields
  const shape = shapeOf(type)
  if (shape === undefined) return { type: 'unknown', raw: fields as UnknownChatChunk['raw'] }
  for (const [, optional, name = '', kind = 'string'] of shape.matchAll(/ (\??)(\w+):?(\w+)?/g)) {
    const value = fields[name]
    if (isOfKind(value, kind) || (optional && value === undefined)) continue
    if (!optional) return skip(type, name)
    delete fields[name]
    // Servers in other languages write null for what is absent.
    if (value !== null) report('invalid-field', `Left out an invalid "${name}" of a ${type}.`, data)
  }
  return fields as unknown as ChatChunk
}
