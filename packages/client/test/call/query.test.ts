import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeQuery } from '../../src/call/query.ts'

test('a query may have strings, numbers, booleans, dates and lists, and omits undefined values', () => {
  const at = new Date(Date.UTC(2026, 0, 2))
  const query = { text: 'a b', number: 0, isOn: false, at, of: ['x', 'y'], none: undefined }
  expect(encodeQuery(query)).toBe(
    '?text=a+b&number=0&isOn=false&at=2026-01-02T00%3A00%3A00.000Z&of=x&of=y',
  )
  expect([encodeQuery(), encodeQuery({ none: undefined })]).toEqual(['', ''])
})

test('a query can contain any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (email) => {
      expect(new URLSearchParams(encodeQuery({ email })).get('email')).toBe(email)
    }),
  )
})

test.each([
  [new Date(Number.NaN)],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [null],
  [{}],
  [1n],
  [[undefined]],
  [[null]],
])('the value %s is refused, and the error names its parameter', (value) => {
  expect(() => encodeQuery({ at: value })).toThrow(
    expect.objectContaining({
      code: 'invalid_argument',
      message: expect.stringMatching(/^at must be a string/),
    }),
  )
})
