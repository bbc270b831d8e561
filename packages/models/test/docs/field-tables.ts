import { api } from '../../src/index.ts'
import { type JsonSchema, toOpenApi, toSiteOpenApi } from '../../src/openapi.ts'
import { operations, siteOperations } from '../operations.ts'
import { describeInput, options } from './describe-value.ts'
import { codes, table } from './markdown.ts'

const schemas = {
  ...toSiteOpenApi().components.schemas,
  ...toOpenApi(api).components.schemas,
}

interface Field {
  readonly name: string
  readonly value: string
  readonly required: boolean
  readonly note: string
}

/** The schema of a component. */
function component(name: string): JsonSchema {
  const schema = schemas[name]
  if (!schema) throw new Error(`The contract has no schema ${name}.`)
  return schema
}

/**
 * The fields of an object, including the fields of the objects inside it: `lead.email`,
 * `variants[].name`.
 */
function fieldsOf(schema: JsonSchema, shown: readonly string[], path = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, given]) => {
    const name = `${path}${key}`
    const { value, inside } = describeField(given as JsonSchema, shown)
    const { description = '' } = given as JsonSchema
    const required = schema.required?.includes(key) ?? false
    return [
      { name, value, required, note: description },
      ...inside.flatMap(({ at, object }) => fieldsOf(object, shown, `${name}${at}`)),
    ]
  })
}

/** A value in words, and the objects inside it whose fields are listed with it. */
function describeField(given: JsonSchema, shown: readonly string[]) {
  const inside: { at: string; object: JsonSchema }[] = []
  const open = (schema: JsonSchema, at: string): JsonSchema => {
    const name = schema.$ref?.replace(/.*\//, '')
    if (name && shown.includes(name)) return schema
    const target = name ? component(name) : schema
    const { some } = options(target)
    if (target.oneOf) return { type: 'object' }
    if (target.anyOf)
      return { ...target, anyOf: target.anyOf.map((one) => open(one as JsonSchema, at)) }
    const [only] = some
    if (only?.type === 'object' && only.properties) inside.push({ at: `${at}.`, object: only })
    if (only?.type === 'array')
      return { ...target, items: open(only.items as JsonSchema, `${at}[]`) }
    return target
  }
  return { value: describeInput(open(given, '')), inside }
}

/** Adjacent fields with the same text share a row. */
function rows(fields: readonly Field[], more: (field: Field) => readonly string[]): string[][] {
  const merged: { names: string[]; cells: readonly string[] }[] = []
  for (const field of fields) {
    const cells = [field.value, ...more(field)]
    const last = merged.at(-1)
    if (last && last.cells.join() === cells.join()) last.names.push(field.name)
    else merged.push({ names: [field.name], cells })
  }
  return merged.map(({ names, cells }) => [codes(names), ...cells])
}

/**
 * The table of an object in an answer.
 *
 * @param shown - components that have tables of their own. A field shows their name instead of their
 * fields.
 */
export function answerTable(name: string, shown: readonly string[]): string {
  const fields = fieldsOf(component(name), shown)
  const note = (field: Field) => {
    const absent = field.required || /\babsent\b/i.test(field.note) ? '' : 'May be absent.'
    return [[field.note, absent].filter(Boolean).join(' ')]
  }
  return table(['Field', 'Value', 'Notes'], rows(fields, note))
}

/** The operations that accept this body. */
function acceptedBy(name: string): string {
  const some = [...operations, ...siteOperations].filter(
    ({ operation }) => operation.body?.meta()?.id === name,
  )
  if (some.length === 0) throw new Error(`No operation has the body ${name}.`)
  return codes(some.map(({ id }) => id))
}

/**
 * The table of the bodies of a resource. The column of a body says whether a field is required,
 * optional or absent.
 */
export function bodyTable(names: readonly string[]): string {
  const bodies = names.map((name) => fieldsOf(component(name), []))
  const all = bodies.flat()
  const fields = all.filter(({ name }, at) => all.findIndex((one) => one.name === name) === at)
  const cells = (field: Field) => [
    field.note,
    ...bodies.map((body) => {
      const own = body.find(({ name }) => name === field.name)
      return own ? (own.required ? 'required' : 'optional') : ''
    }),
  ]
  return table(['Field', 'Value', 'Notes', ...names.map(acceptedBy)], rows(fields, cells))
}
