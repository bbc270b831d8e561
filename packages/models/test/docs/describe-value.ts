import { eventTypes, idPrefixes, scopes } from '../../src/index.ts'
import type { JsonSchema } from '../../src/openapi.ts'
import { code, codes } from './markdown.ts'

/** Whether a schema allows only null. */
const isNull = (schema: JsonSchema): boolean => schema.type === 'null'

/** The options of a schema except null, and whether null is one of them. */
export function options(schema: JsonSchema): { readonly some: JsonSchema[]; nullable: boolean } {
  const listed = schema.anyOf ?? schema.oneOf
  if (listed) {
    const all = listed as JsonSchema[]
    return { some: all.filter((one) => !isNull(one)), nullable: all.some(isNull) }
  }
  if (!Array.isArray(schema.type)) return { some: [schema], nullable: false }
  const types = schema.type.filter((type) => type !== 'null')
  return {
    some: types.map((type) => ({ ...schema, type })),
    nullable: types.length < schema.type.length,
  }
}

/** ` (1 to 60 characters)`; empty without bounds, and if the only bound is a minimum of 0. */
function range(min: number | undefined, max: number | undefined, unit = ''): string {
  const tail = unit && ` ${unit}`
  const write = (bound: number) => bound.toLocaleString('en-US')
  if (max === undefined) return min ? ` (at least ${write(min)}${tail})` : ''
  if (min === max) return ` (exactly ${write(max)}${max === 1 ? tail.replace(/s$/, '') : tail})`
  return min === undefined
    ? ` (up to ${write(max)}${tail})`
    : ` (${write(min)} to ${write(max)}${tail})`
}

// The page has these lists in separate sections.
const lists: ReadonlyMap<string, string> = new Map([
  [scopes.join(), '[scope](#scopes)'],
  [eventTypes.join(), '[event type](#event-types)'],
  [['*', ...eventTypes].join(), '[event type](#event-types) or `*`'],
])

const prefixes: readonly string[] = Object.values(idPrefixes)

const formats: Readonly<Record<string, string>> = {
  'date-time': 'timestamp',
  date: 'date',
  email: 'email address',
  uri: 'URL',
}

function describeString({ const: only, enum: values, pattern, format, ...schema }: JsonSchema) {
  if (typeof only === 'string') return only === '' ? 'empty' : code(only)
  if (values) {
    const all = codes(values.map(String))
    const few = all.replace(/, ([^,]+)$/, ' or $1')
    return lists.get(values.join()) ?? (values.length > 6 ? `one of ${all}` : few)
  }
  const [, prefix] = /^\^([a-z]+_)/.exec(pattern ?? '') ?? []
  if (prefix && prefixes.includes(prefix)) return `${code(`${prefix}…`)} id`
  if (prefix) return `string that begins with ${code(prefix)}`
  const name = (format && formats[format]) ?? 'string'
  const size = range(schema.minLength, schema.maxLength, 'characters')
  return `${name}${size}`
}

function describeOne(schema: JsonSchema): string {
  if (schema.$ref) return code(schema.$ref.replace(/.*\//, ''))
  switch (schema.type) {
    case 'string':
      return describeString(schema)
    case 'integer':
    case 'number':
      return `${schema.type}${range(schema.minimum, schema.maximum)}`
    case 'boolean':
      return schema.const === undefined ? 'boolean' : code(String(schema.const))
    case 'array': {
      const size = range(schema.minItems, schema.maxItems, 'items')
      return `array${size} of ${describeValue(schema.items as JsonSchema)}`
    }
    case 'object': {
      const values = schema.additionalProperties
      const size = range(undefined, schema.maxProperties, 'members')
      if (typeof values !== 'object') return 'object'
      return `object${size} of ${describeValue(values as JsonSchema)}`
    }
    default:
      return 'any value'
  }
}

/** The allowed values, in words: `string (1 to 60 characters) or null`. */
export function describeValue(schema: JsonSchema): string {
  const { some, nullable } = options(schema)
  const words = [...new Set(some.map(describeOne)), ...(nullable ? ['null'] : [])]
  return words.join(' or ').replace(/ or (?=.* or )/g, ', ')
}

/** The allowed values of an input, and its default. */
export function describeInput(schema: JsonSchema): string {
  const value = describeValue(schema)
  return schema.default === undefined ? value : `${value}; default ${code(String(schema.default))}`
}
