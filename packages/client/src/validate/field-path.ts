import type * as z from 'zod'

type Schema = z.core.$ZodType

/**
 * Writes the path of a field: `data[3].lead.email`. A member name that the contract does not have, such
 * as one of `attributes`, may be personal data and is written as `*`.
 */
export function fieldPath(schema: Schema, path: readonly PropertyKey[]): string {
  let text = ''
  let shapes = alternatives(schema)
  for (const key of path) {
    const members = shapes.flatMap((shape) => memberOf(shape, key))
    const isKnown = shapes.some((shape) => isNamed(shape, key))
    text += typeof key === 'number' ? `[${key}]` : `.${isKnown ? String(key) : '*'}`
    shapes = members.flatMap(alternatives)
  }
  return text.replace(/^\./, '')
}

/** The alternatives of a schema, without wrappers such as `optional`. */
function alternatives(schema: Schema): z.core.$ZodTypes[] {
  const alternative = schema as z.core.$ZodTypes
  const { def } = alternative._zod
  switch (def.type) {
    case 'union':
      return def.options.flatMap(alternatives)
    case 'nullable':
    case 'optional':
      return alternatives(def.innerType)
    default:
      return [alternative]
  }
}

function isNamed({ _zod: { def } }: z.core.$ZodTypes, key: PropertyKey): boolean {
  return def.type === 'object' && Object.hasOwn(def.shape, key)
}

function memberOf({ _zod: { def } }: z.core.$ZodTypes, key: PropertyKey): Schema[] {
  switch (def.type) {
    case 'object':
      return Object.hasOwn(def.shape, key) ? [def.shape[String(key)] as Schema] : []
    case 'array':
      return [def.element]
    case 'record':
      return [def.valueType]
    default:
      return []
  }
}
