import type { CoreConfig } from './core-config.ts'
import { ResponseError } from './errors/response-error.ts'
import { readJson } from './json-text.ts'
import { readBody } from './read-body.ts'

/** Reads a successful answer to its end: at once, where all of it is there. */
export type ReadAnswer<Value> = (response: Response, signal: AbortSignal) => Value | Promise<Value>

/** Makes what reads answers in JSON; the client trusts what is in those that are as expected. */
export function jsonReader<Value>(
  { maxResponseBytes }: CoreConfig,
  expected: string,
  isExpected: (value: unknown, body: string) => boolean,
): ReadAnswer<Value> {
  return (response, signal) => {
    const read = (body: string) => {
      const value = readJson(body)
      if (isExpected(value, body)) return value as Value
      const code = value === undefined ? 'response_not_json' : 'response_unexpected'
      throw unexpectedAnswer(response, body, expected, code)
    }
    const body = readBody(response, maxResponseBytes, signal)
    return typeof body === 'string' ? read(body) : body.then(read)
  }
}

/** Makes what reads the JSON object that an operation answers with. */
export function documentReader(config: CoreConfig): ReadAnswer<object> {
  return jsonReader(config, 'a JSON object', (value) => Object(value) === value)
}

/** The error for an answer that is whole, and not what the operation answers with. */
export function unexpectedAnswer(
  { status }: Response,
  body: string,
  expected: string,
  code: 'response_not_json' | 'response_unexpected' = 'response_unexpected',
): ResponseError {
  const message = `Expected ${expected}, received ${body ? 'something else' : 'an empty body'}`
  return new ResponseError(code, message, { status, body })
}
