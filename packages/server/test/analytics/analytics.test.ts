import { Analytics } from '@doorkit/models'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { caller } from '../support/kit.ts'
import { overStores } from '../support/stores.ts'
import { reports } from './facts.ts'
import { listOccurrences, type Question, recount } from './recount.ts'
import { reportAll } from './report-facts.ts'

const calendars = [
  // Summer time ends, in Cairo at midnight.
  { timezone: 'America/New_York', changeAt: '2026-11-01T06:00:00Z', now: '2026-11-03T04:59:00Z' },
  { timezone: 'Africa/Cairo', changeAt: '2026-10-29T21:00:00Z', now: '2026-10-31T12:00:00Z' },
  // Summer time begins, at midnight or with a change of half an hour.
  { timezone: 'Asia/Beirut', changeAt: '2026-03-28T22:00:00Z', now: '2026-03-29T03:00:00Z' },
  { timezone: 'America/Santiago', changeAt: '2026-09-06T04:00:00Z', now: '2026-09-12T03:00:00Z' },
  {
    timezone: 'Australia/Lord_Howe',
    changeAt: '2026-10-03T15:30:00Z',
    now: '2026-10-31T13:00:00Z',
  },
  // These zones have no summer time, and offsets of 5:45 and 14 hours.
  { timezone: 'Asia/Kathmandu', changeAt: '2026-10-12T18:15:00Z', now: '2026-10-12T18:15:00Z' },
  { timezone: 'Pacific/Kiritimati', changeAt: '2026-12-31T10:00:00Z', now: '2027-01-01T09:59:59Z' },
].map(({ timezone, changeAt, now }) => ({
  timezone,
  changeAt: Date.parse(changeAt),
  now: Date.parse(now),
}))

const questions: Question[] = (['7d', '14d', '30d', '90d'] as const).flatMap((range) =>
  [undefined, '/pricing', '/pr%C3%A4mie'].flatMap((page) =>
    [undefined, 'google', 'direct'].flatMap((source) =>
      [undefined, 'desktop' as const, 'mobile' as const].map((device) => ({
        range,
        page,
        source,
        device,
      })),
    ),
  ),
)

// Outside the matrix, each calendar gets every fourth question. These still have every range, page,
// source and device.
const partsOfQuestions = inject('matrix') ? 1 : 4

overStores((openStore, name) => {
  // Days do not depend on the store, so two calendars are enough over a store other than SQLite.
  test.each(name === 'SQLite' ? calendars : calendars.slice(1, 3))(
    'analytics equal a second count of the same facts, by day in $timezone',
    async (calendar) => {
      const part = calendars.indexOf(calendar) % partsOfQuestions
      const selected = questions.filter((_, place) => place % partsOfQuestions === part)
      let asked = 0
      await fc.assert(
        fc.asyncProperty(reports, async (given) => {
          const { kit, recorded } = await reportAll(openStore(), calendar, given)
          const counted = listOccurrences(recorded)
          const call = caller(kit)
          for (const question of selected) {
            const params = Object.entries(question).filter(([, value]) => value !== undefined)
            const { status, json } = await call('GET', `/analytics?${new URLSearchParams(params)}`)
            expect(status).toBe(200)
            expect(Analytics.parse(json)).toEqual(json)
            expect(json).toEqual(recount(counted, question, calendar.timezone, calendar.now))
            asked++
          }
        }),
        { numRuns: 1, endOnFailure: true },
      )
      expect(asked).toBe((4 * 3 * 3 * 3) / partsOfQuestions)
    },
  )
})
