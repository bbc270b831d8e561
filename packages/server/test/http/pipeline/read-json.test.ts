import { describe, expect, test } from 'vitest'
import { readJson } from '../../../src/http/pipeline/read-json.ts'

/** A body nested this deep, with an escape in its middle: a body without one is not checked. */
const nested = (depth: number) => `${'{"a":'.repeat(depth)}"\\u0041"${'}'.repeat(depth)}`

describe('Conventions: request bodies', () => {
  test('a body with escaped characters may be nested at most 32 levels deep', () => {
    expect(JSON.stringify(readJson(nested(32)))).toBe(nested(32).replace('\\u0041', 'A'))
    expect(() => readJson(nested(33))).toThrow(
      expect.objectContaining({ code: 'invalid_request', param: Array(33).fill('a').join('.') }),
    )
    const plain = `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`
    expect(JSON.stringify(readJson(plain))).toBe(plain)
  })

  test('an empty body has no fields', () => {
    expect(readJson('')).toEqual({})
  })

  test.each([
    ['a value', '{"a":"\\u0000"}', 'a'],
    ['a value in a list', '{"a":["x",{"b":"\\ud800"}]}', 'a[1].b'],
    ['a name', '{"a\\udfff":1}', 'a\udfff'],
    ['a name of an object', '{"a":{"\\u0000":null}}', 'a.\0'],
    ['a name of a prototype', '{"a":{"__proto__":{}}}', 'a.__proto__'],
  ])('text that a store cannot keep is refused as %s', (_place, text, param) => {
    expect(() => readJson(text)).toThrow(
      expect.objectContaining({ code: 'invalid_request', param }),
    )
  })

  test('whole characters may be written as escapes', () => {
    const text = '{"a":["\\ud83d\\ude00",7,null,true],"b":{}}'
    expect(readJson(text)).toEqual({ a: ['😀', 7, null, true], b: {} })
  })

  test.each(['7', '"text"', 'null', '[]'])('%s is not a body', (text) => {
    expect(() => readJson(text)).toThrow('The body is not a JSON object.')
  })

  test('invalid JSON is reported as such', () => {
    expect(() => readJson('{')).toThrow('The body is not valid JSON.')
  })
})

test('a body with more members than any operation takes is refused before any member is checked', () => {
  const crowd = (length: number) =>
    JSON.stringify({ email: 'a@example.com', attributes: Object.fromEntries(names(length)) })
  const names = (length: number) => Array.from({ length }, (_, index) => [`key${index}`, {}])
  expect(readJson(crowd(1_000))).toHaveProperty('attributes')
  expect(() => readJson(crowd(1_001))).toThrow(
    expect.objectContaining({ code: 'invalid_request', param: 'attributes' }),
  )
  expect(() => readJson(JSON.stringify({ pages: Array(1_001).fill('/') }))).toThrow(
    expect.objectContaining({ param: 'pages' }),
  )
})
