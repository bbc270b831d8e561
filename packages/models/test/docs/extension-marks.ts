import { api } from '../../src/index.ts'
import { type JsonSchema, toOpenApi } from '../../src/openapi.ts'
import { code, codes, table } from './markdown.ts'

type Mark = readonly [where: string, field: string]

/** The paths of the marked fields in a schema. The path of the schema itself is empty. */
function marksIn(schema: JsonSchema, path = ''): string[] {
  if (schema['x-extension'] === true) return [path]
  const inside = [
    ...Object.entries(schema.properties ?? {}).map(
      ([name, field]) => [field, path === '' ? name : `${path}.${name}`] as const,
    ),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map((option) => [option, path] as const),
    ...(schema.items === undefined ? [] : [[schema.items, `${path}[]`] as const]),
  ]
  const marks = inside.flatMap(([field, fieldPath]) =>
    typeof field === 'object' && !Array.isArray(field) ? marksIn(field, fieldPath) : [],
  )
  // Several options of a union can have the same marked field.
  return [...new Set(marks)]
}

/** Every object, field, parameter and answer that the contract marks as an extension. */
function extensionMarks(): Mark[] {
  const { components, paths } = toOpenApi(api)
  const ofSchemas = Object.entries(components.schemas).flatMap(([name, schema]) =>
    marksIn(schema).map((field): Mark => [name, field]),
  )
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  const ofParameters = described.flatMap(({ operationId, parameters }) =>
    parameters
      .filter((parameter) => 'x-extension' in parameter)
      .map(
        (parameter): Mark => [operationId, `query ${'name' in parameter ? parameter.name : ''}`],
      ),
  )
  const ofAnswers = described.flatMap(({ operationId, responses }) => {
    const answer = responses['200']
    const schema = answer && 'content' in answer && answer.content?.['application/json']?.schema
    return schema ? marksIn(schema).map((field): Mark => [operationId, field]) : []
  })
  return [...ofSchemas, ...ofParameters, ...ofAnswers]
}

/** The table of the extensions, with a row for each object or operation. */
export function extensionTable(): string {
  const marked = new Map<string, string[]>()
  for (const [where, field] of extensionMarks()) {
    marked.set(where, [...(marked.get(where) ?? []), field])
  }
  const rows = Array.from(marked, ([where, fields]) => [
    code(where),
    fields.includes('') ? `the whole ${where.includes('.') ? 'answer' : 'object'}` : codes(fields),
  ])
  return table(['Where', 'What'], rows)
}
