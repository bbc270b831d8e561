import type { Operation } from '@doorkit/models'
import * as z from 'zod'
import { Failure, invalid } from '../../errors/failure.ts'
import { explainIssue } from './explain-issue.ts'

/** Reads and checks the inputs of one operation. It throws a Failure for the first wrong input. */
export interface InputReader {
  /** @throws Failure `not_found` for a text that is not an id. */
  path(params: Readonly<Record<string, string>>): Readonly<Record<string, string>>
  /** @param search - empty, or begins with a question mark. */
  query(search: string): Record<string, unknown>
  /** @param text - the body; an empty one has no fields. */
  body(text: string): Record<string, unknown>
}

type FieldKind = 'string' | 'number' | 'boolean' | 'array'

const nothing = z.strictObject({})

export function createInputReader(operation: Operation): InputReader {
  const querySchema = operation.query ?? nothing
  const bodySchema = operation.body ?? nothing
  const pathSchema = z.object(operation.params ?? {})
  const kinds = new Map<string, FieldKind>(
    Object.entries(querySchema.shape).map(([name, field]) => [name, kindOf(field)]),
  )
  return {
    path(params) {
      if (pathSchema.safeParse(params).success) return params
      throw new Failure('not_found', 'There is no such object in this workspace. Check the id.')
    },
    // A parameter is one input, however many values it has.
    query: (search) =>
      check(querySchema, readParameters(search, kinds), (path) => path.slice(0, 1)),
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
  search: string,
  kinds: ReadonlyMap<string, FieldKind>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [fullName, text] of new URLSearchParams(search)) {
    const bareName = fullName.replace(/\[\]$/, '')
    const name = kinds.get(bareName) === 'array' ? bareName : fullName
    const kind = kinds.get(name)
    if (!kind) {
      const param = toParam([fullName])
      throw invalid(param, `This operation has no parameter \`${param}\`.`)
    }
    if (!isStorable(text)) throw invalid(name, `\`${name}\` ${whyNotStorable}.`)
    const earlier = values[name]
    if (kind === 'array') {
      if (Array.isArray(earlier)) earlier.push(text)
      else values[name] = [text]
    } else if (earlier === undefined) {
      values[name] = readValue(name, kind, text)
    } else {
      throw invalid(name, `The parameter \`${name}\` is given more than once.`)
    }
  }
  return values
}

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

function check(
  schema: z.ZodObject,
  value: unknown,
  toInput: (path: InputPath) => InputPath,
): Record<string, unknown> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues as [z.core.$ZodIssue]
  if (issue.code === 'unrecognized_keys') {
    const param = toParam([...issue.path, String(issue.keys[0])])
    throw invalid(param, `This operation has no field \`${param}\`.`)
  }
  const param = toParam(toInput(issue.path))
  throw invalid(
    param || undefined,
    /received undefined/.test(issue.message)
      ? `The field \`${param}\` is required.`
      : explainIssue(issue, param),
  )
}

/**
 * Parses a body: a JSON object, or an empty text, which has no fields.
 *
 * @throws Failure `invalid_request`.
 */
export function readJson(text: string): object {
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
  refuseTooManyMembers(value)
  // Only a text that contains one of these two can have an unsafe member.
  if (text.includes('__proto__') || text.includes('\\u')) refuseUnsafeMembers(value)
  return value
}

/** Whether every store can keep a text: PostgreSQL refuses NUL, and UTF-8 has no lone surrogates. */
function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

const whyNotStorable = 'cannot contain U+0000 or half of a surrogate pair'

// No operation accepts so many members in one value. Without this limit, the contract would check every
// member of a value before it counts the members.
const mostMembers = 1_000

function refuseTooManyMembers(value: object): void {
  for (const [name, item] of Object.entries(value)) {
    const hasTooMany =
      typeof item === 'object' && item !== null && Object.keys(item).length > mostMembers
    if (hasTooMany)
      throw invalid(toParam([name]), `There are more than ${mostMembers} members or items here.`)
  }
}

// No operation accepts a body this deep, and the limit of the stack is much higher.
const deepest = 32

function refuseUnsafeMembers(value: object, outer: InputPath = []): void {
  for (const [key, item] of Object.entries(value)) {
    const path = [...outer, Array.isArray(value) ? Number(key) : key]
    if (path.length > deepest) throw invalid(toParam(path), 'The body is nested too deeply.')
    // JSON.parse treats `__proto__` as an ordinary name, but later assignments would change a prototype.
    if (key === '__proto__') throw invalid(toParam(path), 'A field cannot be called `__proto__`.')
    if (!isStorable(key) || (typeof item === 'string' && !isStorable(item))) {
      throw invalid(toParam(path), `Text ${whyNotStorable}.`)
    }
    if (typeof item === 'object' && item !== null) refuseUnsafeMembers(item, path)
  }
}

/** The path to an input, such as `['buttons', 0, 'label']`. */
type InputPath = readonly PropertyKey[]

const longestParam = 200

/** Formats a path for a problem document: `buttons[0].label`. A very long path is cut. */
export function toParam(path: InputPath): string {
  const text = path.reduce<string>((before, step) => {
    if (typeof step === 'number') return `${before}[${step}]`
    return before ? `${before}.${String(step)}` : String(step)
  }, '')
  return text.length > longestParam ? `${text.slice(0, longestParam)}…` : text
}
