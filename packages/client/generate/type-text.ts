import { eventTypes, scopes } from '@doorkit/models'
import type * as z from 'zod'
import { docComment } from './doc-comment.ts'
import { fieldNotes } from './field-notes.ts'
import { nameOf, type Schema, unwrapped } from './schema.ts'

/** The types of answers are open, and the types of inputs are closed (docs/api.md#json). */
export type Direction = 'given' | 'answered'

/** The settings with which a schema is written as a type. */
export interface TypeContext {
  readonly direction: Direction
  /** Called with every named type that is used. */
  readonly use: (name: string) => void
}

/** Writes the type of a schema. All lines but the first begin with `indent`. */
export function typeText(schema: z.core.$ZodType, context: TypeContext, indent = ''): string {
  const { innermost, nullable } = unwrapped(schema)
  const name = nameOf(innermost)
  if (name !== undefined) context.use(name)
  const text = name ?? anonymousText(innermost, context, indent)
  return nullable ? `${text} | null` : text
}

function anonymousText(schema: Schema, context: TypeContext, indent: string): string {
  const { def } = schema._zod
  switch (def.type) {
    case 'string':
      return isTime(def) && context.direction === 'given' ? 'string | Date' : 'string'
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return def.type
    case 'literal':
      return unionOf(def.values.map(literal))
    case 'enum':
      return enumeration(Object.values(def.entries).map(String), context)
    case 'template_literal':
      return `\`${def.parts.map(templatePart).join('')}\``
    case 'array':
      return arrayOf(typeText(def.element, context, indent), context)
    case 'record':
      return `Record<string, ${typeText(def.valueType, context, indent)}>`
    case 'union':
      return unionOf(def.options.map((option) => typeText(option, context, indent)))
    case 'object':
      return `{\n${membersText(def.shape, context, `${indent}  `)}${indent}}`
    default:
      throw new Error(`No type is known for a schema of the kind ${def.type}: add it here.`)
  }
}

/** Writes the members of an object, each with its doc comment, one after the other. */
export function membersText(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  context: TypeContext,
  indent = '  ',
): string {
  const members = Object.entries(shape).map(([name, schema]) => {
    const comment = docComment([fieldNotes(schema as z.ZodType)], indent)
    const type = typeText(schema, context, indent)
    const { optional } = unwrapped(schema)
    const member = `${indent}${name}${optional ? '?' : ''}:`
    return `${comment}${brokenLines(member, optional ? `${type} | undefined` : type, indent)}\n`
  })
  return members.join('')
}

/** Writes a member or an alternative. A union that is too long for its line gets one line per type. */
export function brokenLines(start: string, type: string, indent: string): string {
  const line = `${start} ${type}`
  if (line.length <= 100 || line.includes('\n') || !type.includes(' | ')) return line
  const inArray = /^((?:readonly )?)\((.*)\)\[\](.*)$/.exec(type)
  const [, before = '', union = type, after = ''] = inArray ?? []
  const alternatives = union.split(' | ').map((alternative) => `${indent}  | ${alternative}`)
  const lines = `\n${alternatives.join('\n')}`
  return inArray ? `${start} ${before}(${lines}\n${indent})[]${after}` : `${start}${lines}`
}

/** Enumerations that have a name, which stands for all of their values. */
export const namedEnumerations: Readonly<Record<string, readonly string[]>> = {
  EventType: eventTypes,
  Scope: scopes,
}

function enumeration(values: readonly string[], { direction, use }: TypeContext): string {
  const isOpen = direction === 'answered' && values.length > 1
  const names = Object.entries(namedEnumerations).filter(([, members]) =>
    members.every((member) => values.includes(member)),
  )
  for (const [name] of names) use(name)
  const namedValues = names.flatMap(([, members]) => members)
  const otherValues = values.filter((value) => !namedValues.includes(value)).map(literal)
  const types = [...names.map(([name]) => name), ...otherValues]
  return unionOf(isOpen ? [...types, '(string & {})'] : types)
}

/** Whether a text is a time, and not a day. */
function isTime(def: object): boolean {
  return 'format' in def && def.format === 'datetime'
}

function arrayOf(element: string, { direction }: TypeContext): string {
  const items = element.includes(' | ') && !element.startsWith('{') ? `(${element})` : element
  return `${direction === 'given' ? 'readonly ' : ''}${items}[]`
}

const unionOf = (types: readonly string[]) => [...new Set(types)].join(' | ')

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))

const templatePart = (part: unknown) => (typeof part === 'string' ? part : `\${string}`)
