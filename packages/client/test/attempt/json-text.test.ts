import { expect, test } from 'vitest'
import { readJson, writeJson } from '../../src/attempt/json-text.ts'

test('an input that JSON cannot represent is refused with the reason', () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  for (const value of [circle, { count: 1n }]) {
    expect(() => writeJson(value)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', cause: expect.any(TypeError) }),
    )
  }
})

test('text that is not JSON is read as undefined', () => {
  expect(['{"a":1}', 'null', '', '<html>'].map((text) => readJson(text))).toEqual([
    { a: 1 },
    null,
    undefined,
    undefined,
  ])
})
