import type * as z from 'zod'
import { definitions } from './definitions.ts'
import { docComment } from './doc-comment.ts'
import { eventDeclarations } from './event-text.ts'
import { unwrapped } from './schema.ts'
import { brokenLines, type Direction, membersText, typeText } from './type-text.ts'

/** A type of the client that is generated from a schema. */
export interface Declaration {
  readonly name: string
  readonly schema: z.core.$ZodType
  readonly direction: Direction
  /** The purpose of the type, if the models do not describe it. */
  readonly comment?: string
  /** An interface that the type extends. */
  readonly extends?: string | undefined
  /** Members that are left out. */
  readonly without?: readonly string[]
}

/** Writes the declaration of a type, with the doc comments of its members. */
export function declarationText(declaration: Declaration, use: (name: string) => void): string {
  const { name, schema, direction, without = [], extends: base } = declaration
  const context = { direction, use }
  const event = eventDeclarations[name]
  if (event !== undefined) return event(context)
  const comment = docComment([declaration.comment ?? definitions.get(name)?.comment ?? ''])
  const { innermost } = unwrapped(schema)
  const { def } = innermost._zod
  if (def.type === 'object') {
    const shape = Object.entries(def.shape).filter(([member]) => !without.includes(member))
    if (base !== undefined) use(base)
    const heritage = base === undefined ? '' : ` extends ${base}`
    const members = membersText(Object.fromEntries(shape), context)
    return `${comment}export interface ${name}${heritage} {\n${members}}\n`
  }
  if (def.type !== 'union') throw new Error(`${name} is neither an object nor a union`)
  const options = def.options.map((option) => typeText(option, context, '    '))
  const lines = options.map((option) => brokenLines('  |', option, '    '))
  return `${comment}export type ${name} =\n${lines.join('\n')}\n`
}
