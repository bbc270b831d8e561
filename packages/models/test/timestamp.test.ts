import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DateFilter, Timestamp, toTimestamp } from '../src/index.ts'

// ISO 8601 has only years of four digits, unless both sides agree on more.
const moment = fc.date({
  min: new Date('0001-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})

describe('toTimestamp', () => {
  test('writes UTC with milliseconds', () => {
    expect(toTimestamp(0)).toBe('1970-01-01T00:00:00.000Z')
    const time = Date.UTC(2026, 9, 12, 10, 30, 5, 7)
    expect(toTimestamp(time)).toBe('2026-10-12T10:30:05.007Z')
  })

  test('writes a text that the schema accepts, for any moment', () => {
    fc.assert(
      fc.property(moment, (date) => {
        const written = toTimestamp(date.getTime())
        expect(Timestamp.parse(written)).toBe(written)
        expect(Date.parse(written)).toBe(date.getTime())
      }),
    )
  })
})

describe('Timestamp', () => {
  test.each([
    '2026-10-12T10:00:00Z',
    '2026-10-12T10:00:00.12Z',
    '2026-10-12T10:00:00.1234Z',
    '2026-10-12T10:00:00.123+00:00',
    '2026-10-12T10:00:00.123',
    '2026-02-30T10:00:00.123Z',
    '2026-10-12T24:00:00.123Z',
    '2026-10-12 10:00:00.123Z',
  ])('refuses %s', (text) => {
    expect(Timestamp.safeParse(text).success).toBe(false)
  })
})

describe('DateFilter', () => {
  test.each([
    '2026-10-12T10:00:00Z',
    '2026-10-12T10:00:00.1Z',
    '2026-10-12T10:00:00.123456Z',
    '2026-10-12T10:00:00+02:00',
    '2026-10-12T10:00:00.500-11:30',
    '2024-02-29T00:00:00Z',
  ])('accepts %s', (text) => {
    expect(DateFilter.parse(text)).toBe(text)
  })

  test.each([
    '',
    'yesterday',
    '2026-10-12',
    '2026-10-12T10:00:00',
    '2026-10-12T10:00:00 02:00',
    '2026-13-01T10:00:00Z',
    '2026-02-29T10:00:00Z',
    '2026-10-12T25:00:00Z',
    '1793000000',
    '2026-10-12T10:00:00Z ',
  ])('refuses %j', (text) => {
    expect(DateFilter.safeParse(text).success).toBe(false)
  })

  test('accepts any moment in any time zone, in a form that Date can read', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, minutes) => {
        const sign = minutes < 0 ? '-' : '+'
        const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
        const zone = [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
        const text = `${date.toISOString().slice(0, -1)}${sign}${zone}`
        expect(DateFilter.safeParse(text).success).toBe(true)
        expect(Number.isNaN(Date.parse(text))).toBe(false)
      }),
    )
  })
})
