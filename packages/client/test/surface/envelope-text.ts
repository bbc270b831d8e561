import type * as z from 'zod'
import { docComment } from './doc-comment.ts'
import { fieldNotes } from './field-notes.ts'
import { type Schema, unwrapped } from './schema.ts'
import { type TypeContext, typeText } from './type-text.ts'

/** A union whose alternatives differ in a constant and in what they carry, written as one shape. */
export interface EnvelopeText {
  /** The interface that all have in common. */
  readonly base: string
  /** The union of what it is applied to. */
  readonly union: string
}

const constant = 'type'
const carried = 'data'

/**
 * Writes events as `LoggedEventOf<'meeting.booked', …>`: one envelope, of which `type` and `data`
 * differ. Undefined for a union that is not of that kind.
 */
export function envelopeText(
  name: string,
  options: readonly z.core.$ZodType[],
  context: TypeContext,
): EnvelopeText | undefined {
  const shapes = options.map(shapeOf)
  const [first = {}] = shapes
  if (!shapes.every((shape) => constant in shape && carried in shape)) return undefined
  const payloads = shapes.map((shape) => alternativesOf(shape[carried]))
  const [some = [], ...others] = payloads.map((payload) =>
    payload.map((schema) => typeText(schema, context, '    ')),
  )
  const shared = some.filter((type) => others.every((payload) => payload.includes(type)))
  const members = Object.entries(first).map(([member, schema]) => {
    if (member === constant) return `  ${member}: Type\n`
    if (member === carried) return `  ${member}: ${['Data', ...shared].join(' | ')}\n`
    const comment = docComment([fieldNotes(schema as z.ZodType)], '  ')
    return `${comment}  ${member}: ${typeText(schema, context, '  ')}\n`
  })
  const applied = [some, ...others].map((payload, place) => {
    const own = payload.filter((type) => !shared.includes(type))
    const type = typeText(shapes[place]?.[constant] as Schema, context)
    return `  | ${name}Of<${type}, ${own.join(' | ')}>`
  })
  const comment = docComment([`What every event has, whatever its \`${constant}\`.`])
  return {
    base: `${comment}export interface ${name}Of<Type extends string, Data> {\n${members.join('')}}\n`,
    union: `export type ${name} =\n${applied.join('\n')}`,
  }
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = unwrapped(schema).innermost._zod
  return def.type === 'object' ? def.shape : {}
}

function alternativesOf(schema: z.core.$ZodType | undefined): readonly z.core.$ZodType[] {
  if (schema === undefined) return []
  const { def } = unwrapped(schema).innermost._zod
  return def.type === 'union' ? def.options : [schema]
}
