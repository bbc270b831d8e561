import type { CoreConfig } from './core-config.ts'
import { ResponseError } from './errors/response-error.ts'
import { readJson } from './json-text.ts'

/** Reads a successful answer to its end. */
export type ReadAnswer<Value> = (response: Response, signal: AbortSignal) => Promise<Value>

/** Makes what reads answers in JSON; the client trusts what is in those that are as expected. */
export function jsonReader<Value>(
  { maxResponseBytes, readBody }: CoreConfig,
  expected: string,
  isExpected: (value: unknown, body: string) => boolean,
): ReadAnswer<Value> {
  return async (response, signal) => {
    const body = await readBody(response, maxResponseBytes, signal)
    const value = readJson(body)
    if (isExpected(value, body)) return value as Value
    const code = value === undefined ? 'response_not_json' : 'response_unexpected'
    throw unexpectedAnswer(response, body, expected, code)
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
  const message = `Expected ${expected}: check baseUrl and the proxies`
  return new ResponseError(code, message, { status, body })
}
