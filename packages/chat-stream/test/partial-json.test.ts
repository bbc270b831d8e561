import { describe, expect, test } from 'vitest'
import { createPartialJson } from '../src/partial-json.ts'

const valueSoFar = (...pieces: string[]) => {
  const json = createPartialJson()
  for (const piece of pieces) json.push(piece)
  return json.value()
}

describe('the value so far', () => {
  test.each([
    ['', undefined],
    ['  ', undefined],
    ['{', {}],
    ['{"a', {}],
    ['{"a"', {}],
    ['{"a":', {}],
    ['{"a":"', { a: '' }],
    ['{"a":"x', { a: 'x' }],
    ['{"a":"x\\', { a: 'x' }],
    ['{"a":"x\\u00', { a: 'x' }],
    ['{"a":"x\\u00e9', { a: 'xé' }],
    ['{"a":t', { a: true }],
    ['{"a":nul', { a: null }],
    ['{"a":-', {}],
    ['{"a":12.', { a: 12 }],
    ['{"a":1e', { a: 1 }],
    ['{"a":[1,{"b":2},', { a: [1, { b: 2 }] }],
    ['[[[', [[[]]]],
    ['"top', 'top'],
    ['42', 42],
    [' { "a" : 1 } ', { a: 1 }],
    ['{} and more', {}],
  ])('of %j is %j', (text, value) => {
    expect(valueSoFar(text)).toEqual(value)
    expect(valueSoFar(...text)).toEqual(value)
  })

  test.each([
    '{a',
    '{"a" 1',
    '[1 2',
    '}',
    ']',
    '{"a":}',
    '[,',
    '01',
    'tru ',
    '{"a":truex,',
    '"a\nb',
    '"\\x',
    '{]',
    '[}',
    ':',
  ])('of %j, which is not JSON, is undefined', (text) => {
    expect(valueSoFar(text)).toBeUndefined()
    expect(valueSoFar(...text)).toBeUndefined()
  })

  test('member names that reach a prototype are harmless', () => {
    const value = valueSoFar(
      '{"__proto__":{"polluted":1},"\\u005f_proto__":2,"constructor":{"prototype":1},"a":1',
    )
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value).toEqual({ constructor: { prototype: 1 }, a: 1 })
    expect({}).not.toHaveProperty('polluted')
    const { closed } = valueSoFar('{"closed":{"__proto__":{"polluted":1}}}') as { closed: object }
    expect(Object.getPrototypeOf(closed)).toBe(Object.prototype)
    expect(closed).toStrictEqual({})
  })
})

test('complete parts are shared between calls, open ones are not', () => {
  const json = createPartialJson()
  json.push('{"rows":[{"a":1},{"a":2}')
  const valueBefore = json.value() as { rows: object[] }
  json.push(',{"a":3')
  const valueAfter = json.value() as { rows: object[] }
  expect(valueBefore).toEqual({ rows: [{ a: 1 }, { a: 2 }] })
  expect(valueAfter).toEqual({ rows: [{ a: 1 }, { a: 2 }, { a: 3 }] })
  expect(valueAfter.rows).not.toBe(valueBefore.rows)
  expect(valueAfter.rows[0]).toBe(valueBefore.rows[0])
  expect(valueAfter.rows[1]).toBe(valueBefore.rows[1])
})
