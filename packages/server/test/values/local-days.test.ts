import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, formatDay, localDay, localTime, startOfDay } from '../../src/values/local-days.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const from = Date.UTC(2012, 0, 1)
const to = Date.UTC(2038, 0, 1)

// `Intl` does not list the zones with the largest offsets, or zones that are only an offset.
const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14', '+05:45']

const zone = fc.constantFrom(...zones)
const moment = fc.integer({ min: from, max: to })
const day = moment.map((at) => localDay(at, 'UTC'))

const calendars = new Map<string, Intl.DateTimeFormat>()

/** The day in local time, such as 2026-10-12. */
function wallDay(at: number, timezone: string): string {
  const calendar =
    calendars.get(timezone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone })
  calendars.set(timezone, calendar)
  return calendar.format(at)
}

function expectFirstMoment(start: number, date: number, timezone: string): void {
  const wanted = formatDay(date)
  expect(wallDay(start, timezone)).toBe(wanted)
  for (const earlierMs of [1, 60_000, hourMs / 2, hourMs, 2 * hourMs, 23 * hourMs]) {
    expect(wallDay(start - earlierMs, timezone) < wanted, `${timezone} ${wanted}`).toBe(true)
  }
}

describe('the day of a moment', () => {
  test('it is the local date in every time zone', () => {
    fc.assert(
      fc.property(moment, zone, (at, timezone) => {
        expect(formatDay(localDay(at, timezone))).toBe(wallDay(at, timezone))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['Pacific/Kiritimati', '2026-10-12T10:00:00.000Z', 20261013],
    ['Pacific/Kiritimati', '2026-10-12T09:59:59.999Z', 20261012],
    ['Etc/GMT+12', '2026-10-12T11:59:59.999Z', 20261011],
    ['Asia/Kathmandu', '2026-10-12T18:15:00.000Z', 20261013],
    ['Asia/Kathmandu', '2026-10-12T18:14:59.999Z', 20261012],
    ['UTC', '2026-12-31T23:59:59.999Z', 20261231],
  ])('in %s at %s it is %i', (timezone, at, expected) => {
    expect(localDay(Date.parse(at), timezone)).toBe(expected)
  })
})

describe('the start of a day', () => {
  test('it is the first moment of that day, in every time zone', () => {
    fc.assert(
      fc.property(moment, zone, (at, timezone) => {
        const today = localDay(at, timezone)
        const start = startOfDay(today, timezone)
        expect(start).toBeLessThanOrEqual(at)
        expect(startOfDay(addDays(today, 1), timezone)).toBeGreaterThan(at)
        expectFirstMoment(start, today, timezone)
      }),
      { numRuns: 500 },
    )
  })

  // docs/api.md#analytics
  test('is correct around every clock change in 2026', () => {
    let changes = 0
    for (const timezone of zones) {
      const clock = new Intl.DateTimeFormat('en', { timeZone: timezone, timeStyle: 'short' })
      let before = clock.format(Date.UTC(2026, 0, 1))
      for (let at = Date.UTC(2026, 0, 2); at < Date.UTC(2027, 0, 1); at += dayMs) {
        const after = clock.format(at)
        if (after === before) continue
        before = after
        changes++
        const changed = localDay(at, timezone)
        for (const date of [addDays(changed, -1), changed]) {
          const start = startOfDay(date, timezone)
          expectFirstMoment(start, date, timezone)
          const lengthMs = startOfDay(addDays(date, 1), timezone) - start
          expect(Math.abs(lengthMs - dayMs)).toBeLessThanOrEqual(2 * hourMs)
        }
      }
    }
    expect(changes).toBeGreaterThan(200)
  })

  test.each([
    ['Europe/Berlin', 20261025, '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', 20260308, '2026-03-08T05:00:00.000Z', 23],
    // The clock is put forward at midnight: the day begins at one o'clock.
    ['Asia/Beirut', 20260329, '2026-03-28T22:00:00.000Z', 23],
    ['Africa/Cairo', 20260424, '2026-04-23T22:00:00.000Z', 23],
    // The clock is put back at midnight: the day before is the longer one.
    ['Africa/Cairo', 20261029, '2026-10-28T21:00:00.000Z', 25],
    // This change moves the clock by half an hour.
    ['Australia/Lord_Howe', 20261004, '2026-10-03T13:30:00.000Z', 23.5],
    ['Asia/Kathmandu', 20261012, '2026-10-11T18:15:00.000Z', 24],
  ])('in %s the day %i begins at %s and has %d hours', (timezone, date, start, hours) => {
    expect(new Date(startOfDay(date, timezone)).toISOString()).toBe(start)
    const next = startOfDay(addDays(date, 1), timezone)
    expect((next - Date.parse(start)) / hourMs).toBe(hours)
  })

  test('a day that a time zone skipped begins when the next day does', () => {
    expect(startOfDay(20111230, 'Pacific/Apia')).toBe(startOfDay(20111231, 'Pacific/Apia'))
  })
})

describe('the moment of a local time', () => {
  const time = fc
    .integer({ min: 0, max: 24 * 60 - 1 })
    .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16))

  test('is the first moment at which the clock shows this time or a later one, in every time zone', () => {
    fc.assert(
      fc.property(moment, time, zone, (at, wanted, timezone) => {
        const today = localDay(at, timezone)
        const start = localTime(today, wanted, timezone)
        const clock = new Intl.DateTimeFormat('sv-SE', {
          timeZone: timezone,
          dateStyle: 'short',
          timeStyle: 'short',
        })
        const shown = `${formatDay(today)} ${wanted}`
        expect(clock.format(start) >= shown).toBe(true)
        expect(clock.format(start - 1) < shown).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['Europe/Berlin', 20260329, '01:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/Berlin', 20260329, '03:00', '2026-03-29T01:00:00.000Z'],
    ['America/New_York', 20260308, '01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', 20260308, '03:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', 20260308, '24:00', '2026-03-09T04:00:00.000Z'],
  ])('in %s on %i at %s is %s', (timezone, date, wanted, expected) => {
    expect(new Date(localTime(date, wanted, timezone)).toISOString()).toBe(expected)
  })

  test.each([
    ['Europe/Berlin', 20260329, '02:30', '2026-03-29T01:00:00.000Z'],
    ['America/New_York', 20260308, '02:30', '2026-03-08T07:00:00.000Z'],
    ['Australia/Lord_Howe', 20261004, '02:15', '2026-10-03T15:30:00.000Z'],
    ['Pacific/Apia', 20111230, '12:00', '2011-12-30T10:00:00.000Z'],
  ])('in %s on %i, which has no %s, is %s', (timezone, date, wanted, expected) => {
    expect(new Date(localTime(date, wanted, timezone)).toISOString()).toBe(expected)
  })

  test.each([
    ['Europe/Berlin', 20261025, '02:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', 20261101, '01:30', '2026-11-01T05:30:00.000Z'],
  ])('in %s on %i, which has two %s, is %s', (timezone, date, wanted, expected) => {
    expect(new Date(localTime(date, wanted, timezone)).toISOString()).toBe(expected)
  })
})

describe('counting days', () => {
  test('adding days moves the date by as many days, and subtracting them restores the date', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4_000, max: 4_000 }), (date, count) => {
        const other = addDays(date, count)
        const gap = Date.parse(formatDay(other)) - Date.parse(formatDay(date))
        expect(gap).toBe(count * dayMs)
        expect(addDays(other, -count)).toBe(date)
        expect(Math.sign(other - date)).toBe(Math.sign(count))
      }),
    )
  })

  test.each([
    [20260228, 1, 20260301],
    [20280228, 1, 20280229],
    [20270101, -1, 20261231],
  ])('%i plus %i days is %i', (date, count, expected) => {
    expect(addDays(date, count)).toBe(expected)
  })
})
