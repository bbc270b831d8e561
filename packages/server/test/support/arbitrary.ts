import fc from 'fast-check'
import * as z from 'zod'
import { anyCharacter } from '../../../models/test/support/any-character.ts'

/**
 * Generates values of a schema of the contract. The schema itself checks refinements. An unknown kind of
 * schema throws, so that none is skipped.
 */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return build(schema).filter((value) => schema.safeParse(value).success)
}

function build(schema: unknown): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return build(schema.unwrap())
  if (schema instanceof z.ZodNullable) {
    return fc.option(build(schema.unwrap()), { nil: null, freq: 6 })
  }
  if (schema instanceof z.ZodObject) return objectOf(schema)
  if (schema instanceof z.ZodArray) {
    return fc.array(build(schema.element), { minLength: 0, maxLength: 4 })
  }
  if (schema instanceof z.ZodRecord) {
    return fc.dictionary(build(schema.keyType) as fc.Arbitrary<string>, build(schema.valueType), {
      maxKeys: 5,
      noNullPrototype: true,
    })
  }
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(build))
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodNull) return fc.constant(null)
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodNumberFormat) return numberOf(schema)
  if (schema instanceof z.ZodTemplateLiteral) {
    return fc.stringMatching(new RegExp(schema._zod.pattern))
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(schema)
  throw new Error(`There is no arbitrary for ${(schema as z.ZodType).type}: add it here.`)
}

function objectOf(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const shape = Object.entries(schema.shape)
  return fc.record(Object.fromEntries(shape.map(([name, field]) => [name, build(field)])), {
    requiredKeys: shape
      .filter(([, field]) => !(field instanceof z.ZodOptional))
      .map(([name]) => name),
    noNullPrototype: true,
  })
}

function numberOf(schema: z.ZodNumber | z.ZodNumberFormat): fc.Arbitrary<number> {
  const { minimum, maximum, format } = z.toJSONSchema(schema) as {
    minimum?: number
    maximum?: number
    format?: string
  }
  const min = Math.max(minimum ?? -1_000_000, -1_000_000)
  const max = Math.min(maximum ?? 1_000_000, 1_000_000)
  const isWhole = format === undefined && z.toJSONSchema(schema).type === 'integer'
  return isWhole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })
}

function textOf(schema: z.ZodType): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
  }) as { format?: string; pattern?: string; minLength?: number; maxLength?: number }
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.constantFrom('http://127.0.0.1:9/a', 'https://acme.example/?a=b')
  if (format === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  // Every operation refuses a NUL, with a separate problem.
  return fc
    .string({
      unit: anyCharacter,
      minLength: minLength ?? 0,
      maxLength: Math.min(maxLength ?? 300, 300),
    })
    .filter((text) => !text.includes('\u0000'))
}
