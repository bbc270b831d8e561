import { ResponseError } from './errors/response-error.ts'
import type { List } from './list.ts'
import { readBody } from './read-body.ts'

/** Reads a successful answer to its end. */
export type ReadAnswer<Value> = (response: Response, signal: AbortSignal) => Promise<Value>

/** Reads the JSON object that an operation answers with; the client trusts what is in it. */
export function documentReader<Value extends object>(maxBytes: number): ReadAnswer<Value> {
  const isDocument = (value: unknown) => typeof value === 'object' && value !== null
  return jsonReader(maxBytes, 'a JSON object', isDocument)
}

/** Reads a list envelope. */
export function listReader<Item>(maxBytes: number): ReadAnswer<List<Item>> {
  return jsonReader(maxBytes, 'a list', (value) => Array.isArray(Object(value).data))
}

/** Reads whatever JSON comes; undefined when the body is empty. */
export function looseReader(maxBytes: number): ReadAnswer<unknown> {
  return jsonReader(maxBytes, '', () => true)
}

function jsonReader<Value>(
  maxBytes: number,
  expected: string,
  isExpected: (value: unknown) => boolean,
): ReadAnswer<Value> {
  return async (response, signal) => {
    const body = await readBody(response, maxBytes, signal)
    const value = body === '' && expected === '' ? undefined : parseJson(response, body)
    if (isExpected(value)) return value as Value
    throw unexpectedAnswer(response, body, expected)
  }
}

function parseJson({ status }: Response, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // The cause would quote the body, which may hold personal data.
    const found = body === '' ? 'an empty body' : 'something else'
    const message = `Expected JSON, received ${found}`
    throw new ResponseError('response_not_json', message, { status, body })
  }
}

/** The error for an answer that is whole, and not what the operation answers with. */
export function unexpectedAnswer(
  { status }: Response,
  body: string,
  expected: string,
): ResponseError {
  return new ResponseError('response_unexpected', `Expected ${expected}`, { status, body })
}
