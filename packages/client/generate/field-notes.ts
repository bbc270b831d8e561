import * as z from 'zod'
import { unwrapped } from './schema.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

const formats: Readonly<Record<string, string>> = {
  date: 'For example `2026-10-12`.',
  'date-time': 'An ISO 8601 time.',
  email: 'An email address.',
  uri: 'An absolute address.',
}

/** The note of a field: its description, then its limits in words. */
export function fieldNotes(schema: z.ZodType): string {
  const { innermost, meta } = unwrapped(schema)
  const description = typeof meta.description === 'string' ? meta.description : ''
  const { type } = innermost._zod.def
  const isObject = type === 'object' || type === 'union'
  const json: JsonSchema = {
    ...(isObject ? {} : z.toJSONSchema(innermost, { io: 'input' })),
    ...meta,
  }
  const notes = [
    description,
    type === 'template_literal' ? '' : formatNote(json, description),
    range(json.minLength, json.maxLength, 'character'),
    range(json.minItems, json.maxItems, 'item'),
    numberNote(json),
    json.uniqueItems === true ? 'No duplicates.' : '',
    recordNote(json),
    meta.default === undefined ? '' : `Default: \`${JSON.stringify(meta.default)}\`.`,
  ]
  return notes
    .filter((note) => note !== '')
    .join(' ')
    .replaceAll('"', "'")
}

function formatNote({ format, pattern }: JsonSchema, description: string): string {
  if (format !== undefined && formats[format]) return formats[format]
  return pattern === undefined || description !== '' ? '' : `Of the form \`${pattern}\`.`
}

function range(least = 0, most: number | undefined, unit: string): string {
  const units = (count: number) => `${withCommas(count)} ${unit}${count === 1 ? '' : 's'}`
  if (most === undefined) return least > 0 ? `At least ${units(least)}.` : ''
  if (least === most) return `Exactly ${units(most)}.`
  return least > 0 ? `${least} to ${units(most)}.` : `At most ${units(most)}.`
}

/**
 * The bounds of a number in words, without the bounds of safe integers. A lower bound of 0 alone has no
 * note, because it is obvious for a count.
 */
function numberNote({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): string {
  const least = minimum === Number.MIN_SAFE_INTEGER ? 0 : minimum
  if (maximum !== Number.MAX_SAFE_INTEGER) return `${least} to ${withCommas(maximum)}.`
  return least > 0 ? `At least ${least}.` : ''
}

function recordNote({ maxProperties, propertyNames, additionalProperties }: JsonSchema): string {
  const names = typeof propertyNames === 'object' ? propertyNames : {}
  const values = typeof additionalProperties === 'object' ? additionalProperties : {}
  const text = (values.anyOf ?? []).find((option) => typeof option === 'object' && option.maxLength)
  return [
    maxProperties === undefined ? '' : `At most ${maxProperties} members.`,
    names.pattern === undefined ? '' : `Names of the form \`${names.pattern}\`.`,
    names.maxLength === undefined
      ? ''
      : `Names of ${names.minLength ?? 0} to ${names.maxLength} characters.`,
    typeof text === 'object' ? `Text of at most ${text.maxLength} characters.` : '',
  ]
    .filter((note) => note !== '')
    .join(' ')
}

const withCommas = (count: number) => count.toLocaleString('en-US')
