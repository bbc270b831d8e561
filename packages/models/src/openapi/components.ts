import * as z from 'zod'
import type { JsonSchema, OpenApiExample, OpenApiResponse, Reference } from './document.ts'

/** The shared components of a document, collected while its operations are described. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly responses: Readonly<Record<string, OpenApiResponse>>
  readonly examples: Readonly<Record<string, OpenApiExample>>
  /** The JSON Schema of a zod schema, or a reference if the schema has a name. */
  schema(schema: z.ZodType): JsonSchema
  /** Stores a response under a name, and returns a reference to it. */
  response(name: string, response: OpenApiResponse): Reference
  /** Stores an example under a name, and returns a reference to it. */
  example(name: string, example: OpenApiExample): Reference
}

const rewriteReference = (key: string, value: unknown): unknown =>
  key === '$ref' && typeof value === 'string'
    ? value.replace('#/$defs/', '#/components/schemas/')
    : value

export function createComponents(): Components {
  const schemas: Record<string, JsonSchema> = {}
  const responses: Record<string, OpenApiResponse> = {}
  const examples: Record<string, OpenApiExample> = {}
  return {
    schemas,
    responses,
    examples,
    schema(schema) {
      // A named schema becomes a reference in a property, but would be written out at the root. With
      // `io: 'input'`, strict objects refuse unknown fields and all others allow them.
      const converted = z.toJSONSchema(z.object({ schema }), {
        io: 'input',
        override: ({ jsonSchema }) => removeNoise(jsonSchema),
      })
      const { properties, $defs } = JSON.parse(JSON.stringify(converted), rewriteReference) as {
        properties: { schema: JsonSchema }
        $defs?: Record<string, JsonSchema>
      }
      Object.assign(schemas, $defs)
      return properties.schema
    },
    response(name, response) {
      responses[name] = response
      return { $ref: `#/components/responses/${name}` }
    },
    example(name, example) {
      examples[name] = example
      return { $ref: `#/components/examples/${name}` }
    },
  }
}

const formatsWithPattern = new Set(['email', 'date-time', 'date'])

/**
 * Removes the parts of a converted schema that do not help a reader: patterns next to a format, the
 * bounds of safe integers, and the rule that member names are strings. Renames the extension mark as
 * OpenAPI requires.
 */
function removeNoise(jsonSchema: JsonSchema): void {
  if (formatsWithPattern.has(jsonSchema.format ?? '')) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  const nameSchema = jsonSchema.propertyNames
  if (typeof nameSchema === 'object' && Object.keys(nameSchema).join() === 'type') {
    delete jsonSchema.propertyNames
  }
  if (jsonSchema.extension === true) {
    delete jsonSchema.extension
    jsonSchema['x-extension'] = true
  }
}
