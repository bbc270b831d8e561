import type { WeeklyHours } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { teamHoursAt } from '../../src/conversations/team-state.ts'

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const berlin: WeeklyHours = {
  timezone: 'Europe/Berlin',
  shifts: [
    { days: ['friday'], opens: '13:00', closes: '15:00' },
    { days: [...workdays], opens: '09:00', closes: '12:30' },
    { days: ['monday', 'thursday'], opens: '13:30', closes: '18:00' },
  ],
  holidays: ['2026-12-25', '2027-01-01'],
}

/** When somebody answers next after a time; null if somebody answers at that time. */
function opensAfter(time: string, hours = berlin, timezone = 'UTC') {
  const { open, opensAt } = teamHoursAt(hours, timezone, Date.parse(time))
  return open ? null : opensAt
}

describe('the hours of a team', () => {
  test.each([
    ['before the first shift of a day', '2026-11-23T07:59:59.999Z', '2026-11-23T08:00:00.000Z'],
    ['at the first moment of a shift', '2026-11-23T08:00:00.000Z', null],
    ['at the last moment of a shift', '2026-11-23T11:29:59.999Z', null],
    ['between two shifts', '2026-11-23T11:30:00.000Z', '2026-11-23T12:30:00.000Z'],
    ['after the last shift', '2026-11-23T17:00:00.000Z', '2026-11-24T08:00:00.000Z'],
    ['over a weekend', '2026-11-27T14:00:00.000Z', '2026-11-30T08:00:00.000Z'],
    ['over a holiday and the weekend after it', '2026-12-24T17:00:00Z', '2026-12-28T08:00:00.000Z'],
    ['in summer, an hour earlier by UTC', '2026-07-01T06:30:00Z', '2026-07-01T07:00:00.000Z'],
    ['over the change of the clock', '2026-10-24T12:00:00Z', '2026-10-26T08:00:00.000Z'],
  ])('say that somebody answers now, or when somebody answers next: %s', (_, time, opens) => {
    expect(opensAfter(time)).toBe(opens)
  })

  test('are in the time zone of the workspace if they name none', () => {
    const hours: WeeklyHours = { shifts: [{ days: ['monday'], opens: '09:00', closes: '10:00' }] }
    expect(opensAfter('2026-11-23T12:00:00Z', hours, 'America/New_York')).toBe(
      '2026-11-23T14:00:00.000Z',
    )
    expect(teamHoursAt(hours, 'Asia/Tokyo', 0).timezone).toBe('Asia/Tokyo')
  })

  test('that last until midnight continue with a shift from midnight', () => {
    const always = { shifts: [{ days: [...workdays], opens: '00:00', closes: '24:00' }] }
    expect(opensAfter('2026-11-23T23:59:59.999Z', always)).toBeNull()
    expect(opensAfter('2026-11-24T00:00:00.000Z', always)).toBeNull()
  })

  test.each([
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['America/New_York', '2026-03-08T07:00:00.000Z'],
  ])(
    'begin or end at the moment when the clock goes forward, if it skips their opening or closing time: %s',
    (timezone, change) => {
      const shift = (opens: string, closes: string): WeeklyHours => ({
        timezone,
        shifts: [{ days: ['sunday'], opens, closes }],
      })
      const hourBefore = new Date(Date.parse(change) - 3_600_000).toISOString()
      const lastMoment = new Date(Date.parse(change) - 1).toISOString()
      for (const closing of [shift('01:00', '02:30'), shift('01:45', '02:15')]) {
        expect(opensAfter(lastMoment, closing)).toBeNull()
        expect(opensAfter(change, closing)).not.toBeNull()
      }
      for (const opening of [shift('02:30', '10:00'), shift('02:45', '03:15')]) {
        expect(opensAfter(hourBefore, opening)).toBe(change)
        expect(opensAfter(change, opening)).toBeNull()
      }
    },
  )

  test('without a shift never open', () => {
    expect(teamHoursAt({ shifts: [] }, 'UTC', 0)).toEqual({
      open: false,
      opensAt: null,
      timezone: 'UTC',
    })
  })
})
