import { describe, expect, test } from 'vitest'
import { readJson } from '../../../src/http/pipeline/read-json.ts'

/** A body nested so deep, with an escape in its middle: without one nothing in it can be a trap. */
const nested = (depth: number) => `${'{"a":'.repeat(depth)}"\\u0041"${'}'.repeat(depth)}`

describe('Conventions: request bodies', () => {
  test('a body is nested 32 deep at most, where it could hide something', () => {
    expect(JSON.stringify(readJson(nested(32)))).toBe(nested(32).replace('\\u0041', 'A'))
    expect(() => readJson(nested(33))).toThrow(
      expect.objectContaining({ code: 'invalid_request', param: Array(33).fill('a').join('.') }),
    )
  })

  test('an empty body has no fields', () => {
    expect(readJson('')).toEqual({})
  })
})
