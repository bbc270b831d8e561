import { compareText } from '@doorkit/store'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText, encodeText } from '../src/column-text.ts'

const odd = fc.constantFrom(
  '\u0000',
  '\u0001',
  '\u0002',
  '\ud7ff',
  '\ud800',
  '\udc00',
  '\ue000',
  'a',
)
const any = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit))
const text = fc.string({ unit: fc.oneof(odd, any) })

function bytes(value: string): Buffer {
  return Buffer.from(encodeText(value))
}

describe('the text of a column', () => {
  test('any string is returned unchanged', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeText(encodeText(value))).toBe(value)
      }),
    )
  })

  test('the stored text is well-formed and without NUL', () => {
    fc.assert(
      fc.property(text, (value) => {
        const stored = encodeText(value)
        expect(Buffer.from(stored).toString()).toBe(stored)
        expect(stored).not.toContain('\u0000')
      }),
    )
  })

  test('the stored text sorts like the original', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const stored = Buffer.compare(bytes(left), bytes(right))
        expect(stored).toBe(Math.sign(compareText(left, right)))
      }),
    )
  })

  test('ordinary text is stored as it is', () => {
    for (const value of ['', 'ct_01j', 'ünïcode 日本 😀', '%_?$1\n\t']) {
      expect(encodeText(value)).toBe(value)
    }
  })
})
