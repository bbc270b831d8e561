import { readJson } from '../attempt/json-text.ts'
import type { ReadAnswer } from '../attempt/run-attempt.ts'

/** Creates a reader of JSON answers. The members of an expected answer are not checked. */
export function jsonReader<Value>(
  expected: string,
  isExpected: (value: unknown, body: string) => boolean,
): ReadAnswer<Value> {
  return async (received) => {
    const body = await received.text()
    const value = readJson(body)
    if (isExpected(value, body)) return value as Value
    throw received.unexpected(body, expected, value === undefined ? 'response_not_json' : undefined)
  }
}

/** Reads the JSON object that an operation answers with. */
export const readDocument = jsonReader<object>(
  'a JSON object',
  (value) => Object(value) === value && !Array.isArray(value),
)
