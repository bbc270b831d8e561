import * as z from 'zod'

// The largest value of a number for which the contract has no bound.
const large = 999_999_999

/** Fields that name a row by a plain text: only the caller knows a row that exists. */
const references = ['visit']

/** The words that texts share, so that a search for all of them finds every passage. */
const vocabulary = Array.from({ length: 1_000 }, (_, at) => (at * 7_919 + 50_000).toString(36))

/** A text of this many characters. Nine of ten of its words also occur in other texts. */
export function wordsOf(length: number, number = 0): string {
  const words: string[] = []
  for (let size = 0, at = 0; size < length; at += 1) {
    const common = vocabulary[(at * 7 + number) % vocabulary.length] as string
    const word = at % 10 === 0 ? `n${number}w${at}` : common
    words.push(word)
    size += word.length + 1
  }
  // Not every field would store a space at the end.
  return `${words.join(' ').slice(0, length - 1)}.`
}

/** The first characters of the vocabulary, as one text. */
export function allWords(length: number): string {
  return vocabulary.join(' ').slice(0, length)
}

/**
 * Returns the largest value that a schema of the contract accepts. Another `number` yields other texts.
 * The schema itself checks refinements. An unknown kind of schema throws, so that none is skipped.
 */
export function largestOf(schema: unknown, number = 0): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return largestOf(schema.unwrap(), number)
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).filter(([name]) => !references.includes(name))
    return Object.fromEntries(fields.map(([name, field]) => [name, largestOf(field, number)]))
  }
  if (schema instanceof z.ZodArray) return accepted(schema, longestLists(schema, number))
  if (schema instanceof z.ZodRecord) {
    const { maxProperties } = z.toJSONSchema(schema, { unrepresentable: 'any' })
    const names = Array.from({ length: maxProperties ?? 0 }, (_, at) => at)
    const entries = names.map((at) => [
      largestOf(schema.keyType, at),
      largestOf(schema.valueType, number + at),
    ])
    return accepted(schema, [Object.fromEntries(entries)])
  }
  // Only the caller knows an id of something that exists.
  if (schema instanceof z.ZodTemplateLiteral) return undefined
  if (schema instanceof z.ZodUnion) {
    return longest(schema.options.map((option) => largestOf(option, number)))
  }
  if (schema instanceof z.ZodEnum) return longest(schema.options)
  if (schema instanceof z.ZodLiteral) return [...schema.values].at(-1)
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNull) return null
  if (schema instanceof z.ZodNumber || schema instanceof z.ZodNumberFormat) {
    return Math.min(z.toJSONSchema(schema).maximum ?? large, large)
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    return accepted(schema, texts(schema, number))
  }
  throw new Error(`There is no largest value for ${(schema as z.ZodType).type}: add it here.`)
}

function longestLists(schema: z.ZodArray, number: number): unknown[][] {
  const { element } = schema
  // In some lists the first value must be alone, so the second list lacks it.
  if (element instanceof z.ZodEnum) return [element.options, element.options.slice(1)]
  const { maxItems } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  const length = maxItems ?? 0
  return [Array.from({ length }, (_, at) => largestOf(element, number * 100 + at))]
}

/** The longest text of each form that the contract knows. */
function texts(schema: z.ZodType, number: number): string[] {
  const { maxLength = 500 } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  const fill = (start: string) => `${start}${'a'.repeat(Math.max(0, maxLength - start.length))}`
  return [
    wordsOf(maxLength, number),
    fill(`https://acme.example/${number}/`),
    fill(`/${number}/`),
    longAddress(number),
    fill(`a${number}`),
    fill(`a${number}`).slice(0, 64),
    'aa-aaaaaaaa-aaaaaaaa-aaaaaaaa-aaaaaa',
    'en-GB',
    '#1a2b3c',
    '2026-10-12T09:30:00.000Z',
    '2026-10-12',
    'America/Argentina/ComodRivadavia',
    '24:00',
    '23:59',
  ]
}

/** An address of 254 characters. */
function longAddress(number: number): string {
  const labels = Array.from({ length: 3 }, () => 'b'.repeat(60)).join('.')
  return `${`a${number}`.padEnd(63, 'a')}@${labels}.example`
}

function accepted(schema: z.ZodType, candidates: readonly unknown[]): unknown {
  const found = candidates.find((candidate) => schema.safeParse(candidate).success)
  if (found === undefined) {
    throw new Error(`No largest value is accepted by ${JSON.stringify(z.toJSONSchema(schema))}.`)
  }
  return found
}

function longest(values: readonly unknown[]): unknown {
  const size = (value: unknown) => JSON.stringify(value).length
  return values.reduce((most, value) => (size(value) > size(most) ? value : most))
}
