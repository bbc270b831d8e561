import { readJson } from '../attempt/json-text.ts'
import type { ReadAnswer } from '../attempt/run-attempt.ts'

/** Creates a reader of JSON answers. If `isExpected` refuses an answer, the error names `expected`. */
export function jsonReader<Value>(
  expected: string,
  isExpected: (value: unknown, body: string) => boolean,
): ReadAnswer<Value> {
  return async (answer) => {
    const body = await answer.text()
    const value = readJson(body)
    if (isExpected(value, body)) return value as Value
    throw answer.unexpected(body, expected, value === undefined ? 'response_not_json' : undefined)
  }
}

/** Reads the JSON object that an operation answers with. */
export const readDocument = jsonReader<object>(
  'a JSON object',
  (value) => Object(value) === value && !Array.isArray(value),
)
