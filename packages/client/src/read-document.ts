import { ResponseError } from './errors/response-error.ts'
import type { List } from './list.ts'
import { readBody } from './read-body.ts'

/** Reads a successful answer to its end. */
export type ReadAnswer<Value> = (response: Response, signal: AbortSignal) => Promise<Value>

/** Reads the JSON object that an operation answers with; the client trusts what is in it. */
export function documentReader<Value extends object>(maxBytes: number): ReadAnswer<Value> {
  return async (response, signal) => {
    const body = await readBody(response, maxBytes, signal)
    const document = parseJson(response, body)
    if (typeof document === 'object' && document !== null) return document as Value
    throw unexpectedAnswer(response, body, 'a JSON object')
  }
}

/** Reads a list envelope. */
export function listReader<Item>(maxBytes: number): ReadAnswer<List<Item>> {
  return async (response, signal) => {
    const body = await readBody(response, maxBytes, signal)
    const list = Object(parseJson(response, body)) as List<Item>
    if (Array.isArray(list.data)) return list
    throw unexpectedAnswer(response, body, 'a list')
  }
}

/** Reads whatever JSON comes; undefined when the body is empty. */
export function looseReader(maxBytes: number): ReadAnswer<unknown> {
  return async (response, signal) => {
    const body = await readBody(response, maxBytes, signal)
    return body === '' ? undefined : parseJson(response, body)
  }
}

function parseJson(response: Response, body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // The cause would quote the body, which may hold personal data.
    const found = body === '' ? 'an empty body' : 'something else'
    const { status } = response
    throw new ResponseError('response_not_json', `Expected JSON, received ${found}`, {
      status,
      body,
    })
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
