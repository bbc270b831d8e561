import type * as z from 'zod'

/** A schema whose kind is known, so that its definition can be read. */
export type Schema = z.core.$ZodTypes

/** A schema without the wrappers that make it optional or nullable, and the facts about them. */
export interface InnermostSchema {
  readonly innermost: Schema
  readonly optional: boolean
  readonly nullable: boolean
  /** The notes of the wrappers and the schema; the outermost note is used. */
  readonly meta: Readonly<Record<string, unknown>>
}

/** Removes the wrappers. */
export function unwrapped(schema: z.core.$ZodType): InnermostSchema {
  const knownSchema = schema as Schema
  const { def } = knownSchema._zod
  const meta = metaOf(schema)
  if (def.type !== 'optional' && def.type !== 'nullable') {
    return { innermost: knownSchema, optional: false, nullable: false, meta }
  }
  const innerSchema = unwrapped(def.innerType)
  return {
    innermost: innerSchema.innermost,
    optional: innerSchema.optional || def.type === 'optional',
    nullable: innerSchema.nullable || def.type === 'nullable',
    meta: { ...innerSchema.meta, ...meta },
  }
}

/** The name under which the contract knows a schema. */
export function nameOf(schema: z.core.$ZodType): string | undefined {
  const { id } = metaOf(schema)
  return typeof id === 'string' ? id : undefined
}

function metaOf(schema: z.core.$ZodType): Readonly<Record<string, unknown>> {
  return (schema as z.ZodType).meta() ?? {}
}

/** The schemas of which a schema consists. */
export function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = unwrapped(schema).innermost._zod
  if (def.type === 'object') return Object.values(def.shape)
  if (def.type === 'union') return def.options
  if (def.type === 'array') return [def.element]
  return def.type === 'record' ? [def.valueType] : []
}
