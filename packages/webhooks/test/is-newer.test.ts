import { describe, expect, test } from 'vitest'
import { isNewer, type TimeSource } from '../src/index.ts'
import { webhookFixture } from '../src/testing.ts'
import { codeOf } from './code-of.ts'

const bookedEvent = webhookFixture('meeting.booked')
const rescheduledEvent = webhookFixture('meeting.rescheduled')
const canceledEvent = webhookFixture('meeting.canceled')

test('the later state of an object is newer, in whatever order its events arrive', () => {
  expect(isNewer(rescheduledEvent, bookedEvent)).toBe(true)
  expect(isNewer(bookedEvent, rescheduledEvent)).toBe(false)
  expect(isNewer(canceledEvent, rescheduledEvent)).toBe(true)
})

test('the state of the object counts, not when the event happened', () => {
  const lateEvent = { ...bookedEvent, created_at: '2030-01-01T00:00:00.000Z' }
  expect(isNewer(lateEvent, rescheduledEvent)).toBe(false)
})

test('the stored value may be a row, a time as text, or a Date', () => {
  const updated_at = '2026-10-12T09:30:00.000Z'
  const storedTimes: TimeSource[] = [{ updated_at }, updated_at, new Date(updated_at)]
  expect(storedTimes.map((row) => isNewer(rescheduledEvent, row))).toEqual([true, true, true])
  expect(storedTimes.map((row) => isNewer(bookedEvent, row))).toEqual([false, false, false])
})

test('any state is newer than none, and not newer than itself', () => {
  expect(isNewer(bookedEvent, null)).toBe(true)
  expect(isNewer(bookedEvent, undefined)).toBe(true)
  expect(isNewer(bookedEvent, bookedEvent)).toBe(false)
})

describe('an event without an updated_at uses its own time', () => {
  test.each([
    ['when its object has no updated_at', webhookFixture('experiment.started')],
    ['when its object is gone', { ...bookedEvent, data: { object: null } }],
    ['when its person was erased', { ...bookedEvent, data: { erased: true as const } }],
  ])('%s', (_case, event) => {
    expect(isNewer(event, '2026-10-12T08:59:59.999Z')).toBe(true)
    expect(isNewer(event, '2026-10-12T09:00:00.000Z')).toBe(false)
  })
})

test('times are compared as times, in any time zone', () => {
  expect(isNewer('2026-10-12T12:00:00+02:00', '2026-10-12T11:00:00Z')).toBe(false)
})

test('a value without a readable time is refused', () => {
  const values = ['yesterday', '', {}, { updated_at: 'soon' }, 7] as TimeSource[]
  const codes = values.map((value) => codeOf(() => isNewer(value, '2026-10-12T09:00:00.000Z')))
  expect(codes).toEqual(values.map(() => 'invalid_option'))
})
