import type { ChatChunk, UnknownChatChunk } from './chat-chunk.ts'
import type { ChatProblemCode } from './chat-stream-error.ts'
import { type Fields, isFields, isOfKind, shapeOf } from './chunk-shapes.ts'

// JSON.parse makes `__proto__` an ordinary member, but copying it by assignment would set the prototype.
// So the member is removed at any depth, even when its name is written with escapes.
const mayHidePrototype = /__proto__|\\u00/
const dropPrototype = (name: string, value: unknown) => (name === '__proto__' ? undefined : value)

// A text delta of only these three strings needs no other check.
const isTextDelta = (fields: Fields | null) =>
  fields?.type === 'text-delta' &&
  typeof fields.delta === 'string' &&
  typeof fields.id === 'string' &&
  Object.keys(fields).length === 3

/**
 * Reads the data of one event as a chunk. If it is not a chunk, reports the problem and returns
 * undefined. An optional field of the wrong type is reported and omitted; unknown fields are kept.
 */
export function readChunk(
  data: string,
  report: (code: ChatProblemCode, message: string, data: string) => void,
): ChatChunk | undefined {
  let fields: Fields | null
  try {
    fields = JSON.parse(data)
    // Nearly all chunks are text deltas, so they skip the checks below.
    if (isTextDelta(fields)) return fields as unknown as ChatChunk
    if (mayHidePrototype.test(data)) fields = JSON.parse(data, dropPrototype)
  } catch {
    // Some servers send events without data to keep a connection alive.
    if (data.trim() === '') return
    // The engine's error would quote the data, which may be personal.
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
    // Servers in other languages may write null for an absent field.
    if (value !== null) report('invalid-field', `Left out an invalid "${name}" of a ${type}.`, data)
  }
  return fields as unknown as ChatChunk
}
