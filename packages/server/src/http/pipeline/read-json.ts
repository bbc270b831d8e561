import { invalid } from '../../errors/failure.ts'
import { type InputPath, toParam } from './input-path.ts'

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

/**
 * Whether every store can keep a string: no NUL, which PostgreSQL refuses, and no unpaired surrogates,
 * which UTF-8 cannot encode.
 */
export function isText(value: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(value)
}

// This is more than any operation takes. The contract checks every member before it counts them.
const mostMembers = 1_000

function refuseTooManyMembers(value: object): void {
  for (const [name, item] of Object.entries(value)) {
    const hasTooMany =
      typeof item === 'object' && item !== null && Object.keys(item).length > mostMembers
    if (hasTooMany)
      throw invalid(toParam([name]), `There are more than ${mostMembers} members here.`)
  }
}

// This is more than any operation takes, and far below the limit of the stack.
const deepest = 32

function refuseUnsafeMembers(value: object, outer: InputPath = []): void {
  for (const [key, item] of Object.entries(value)) {
    const path = [...outer, Array.isArray(value) ? Number(key) : key]
    if (path.length > deepest) throw invalid(toParam(path), 'The body is nested too deeply.')
    // JSON.parse treats `__proto__` as an ordinary name, but later assignments would change a prototype.
    if (key === '__proto__') throw invalid(toParam(path), 'A field cannot be called `__proto__`.')
    if (!isText(key) || (typeof item === 'string' && !isText(item))) {
      throw invalid(toParam(path), 'Text cannot hold U+0000 or half of a surrogate pair.')
    }
    if (typeof item === 'object' && item !== null) refuseUnsafeMembers(item, path)
  }
}
