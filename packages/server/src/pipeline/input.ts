import type { Operation } from '@doorkit/models'
import * as z from 'zod'
import { type Failure, invalid } from '../failure.ts'

/** Reads and checks the inputs of one operation; the first problem is thrown as a Failure. */
export interface InputReader {
  query(parameters: URLSearchParams): Record<string, unknown>
  /** `text` is the body; an empty one stands for no fields. */
  body(text: string): Record<string, unknown>
}

type FieldKind = 'string' | 'number' | 'boolean' | 'array'

const nothing = z.strictObject({})

/** Makes the reader of an operation from its contract. */
export function createReader(operation: Operation): InputReader {
  const querySchema = operation.query ?? nothing
  const bodySchema = operation.body ?? nothing
  const kinds = new Map<string, FieldKind>(
    Object.entries(querySchema.shape).map(([name, field]) => [name, kindOf(field)]),
  )
  return {
    // A parameter is one input, however many values it has.
    query: (parameters) =>
      check(querySchema, readParameters(parameters, kinds), (path) => path.slice(0, 1)),
    body: (text) => check(bodySchema, readJson(text), (path) => path),
  }
}

function kindOf(schema: unknown): FieldKind {
  if (schema instanceof z.ZodOptional) return kindOf(schema.unwrap())
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodArray) return 'array'
  return 'string'
}

function readParameters(
  parameters: URLSearchParams,
  kinds: ReadonlyMap<string, FieldKind>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [written, text] of parameters) {
    const name = kinds.get(bare(written)) === 'array' ? bare(written) : written
    const kind = kinds.get(name)
    if (!kind) throw invalid(written, `The parameter \`${written}\` is not one of this operation.`)
    const given = values[name]
    if (kind === 'array') {
      values[name] = [...(Array.isArray(given) ? given : []), text]
    } else if (given === undefined) {
      values[name] = readValue(name, kind, text)
    } else {
      throw invalid(name, `The parameter \`${name}\` is given more than once.`)
    }
  }
  return values
}

const bare = (name: string) => name.replace(/\[\]$/, '')

function readValue(name: string, kind: FieldKind, text: string): unknown {
  if (text === '') throw invalid(name, `The parameter \`${name}\` is empty: leave it out instead.`)
  if (kind === 'number') {
    if (!/^-?\d{1,15}$/.test(text)) throw invalid(name, `\`${name}\` is not a whole number.`)
    return Number(text)
  }
  if (kind === 'boolean') {
    if (text !== 'true' && text !== 'false')
      throw invalid(name, `\`${name}\` is not true or false.`)
    return text === 'true'
  }
  return text
}

function readJson(text: string): unknown {
  if (text === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid(undefined, 'The body is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(undefined, 'The body is not a JSON object.')
  }
  // `__proto__` is an ordinary key to JSON.parse and a trap to everything after it.
  if (text.includes('__proto__') || text.includes('\\u')) refusePrototypeKeys(value, [])
  return value
}

function refusePrototypeKeys(value: unknown, path: readonly PropertyKey[]): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    const here = [...path, Array.isArray(value) ? Number(key) : key]
    if (key === '__proto__') throw invalid(toParam(here), 'A field cannot be called `__proto__`.')
    refusePrototypeKeys(item, here)
  }
}

type Path = readonly PropertyKey[]

function check(
  schema: z.ZodObject,
  value: unknown,
  toInput: (path: Path) => Path,
): Record<string, unknown> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw toFailure(result.error, toInput)
}

function toFailure(error: z.ZodError, toInput: (path: Path) => Path): Failure {
  const issue = error.issues[0]
  if (!issue) return invalid(undefined, 'The request is not valid.')
  if (issue.code === 'unrecognized_keys') {
    const param = toParam([...issue.path, issue.keys[0] ?? ''])
    return invalid(param, `The field \`${param}\` is not one of this operation.`)
  }
  const param = toParam(toInput(issue.path))
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return invalid(
    param || undefined,
    missing && /received undefined/.test(issue.message)
      ? `The field \`${param}\` is required.`
      : `\`${param}\`: ${issue.message}`,
  )
}

/** Writes a path as problems do: `buttons[0].label`. */
function toParam(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text ? `${text}.${String(step)}` : String(step)
  }, '')
}
