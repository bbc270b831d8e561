import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../models/test/support/any-character.ts'
import { compareText } from '../src/text-order.ts'

const anyUnits = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
})

describe('compareText', () => {
  test('orders well-formed strings as the bytes of their UTF-8 form', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: anyCharacter }),
        (left, right) => {
          const bytes = Buffer.compare(Buffer.from(left), Buffer.from(right))
          expect(Math.sign(compareText(left, right))).toBe(bytes)
        },
      ),
    )
  })

  test('orders any strings, and calls only equal strings equal', () => {
    fc.assert(
      fc.property(anyUnits, anyUnits, anyUnits, (one, two, three) => {
        const [low = '', middle = '', high = ''] = [one, two, three].sort(compareText)
        expect(compareText(low, high)).toBeLessThanOrEqual(0)
        expect(compareText(low, middle) === 0).toBe(low === middle)
        expect(Math.sign(compareText(high, low))).toBe(-Math.sign(compareText(low, high)) + 0)
      }),
    )
  })

  test('puts an emoji after the last characters of the first plane', () => {
    expect('\u{1F600}' < '\uFFFD').toBe(true)
    expect(compareText('\u{1F600}', '\uFFFD')).toBeGreaterThan(0)
    expect(compareText('a\u{1F600}', 'a\u{1F601}')).toBeLessThan(0)
  })
})
