import { expect } from 'vitest'
import { type ExamplesOf, example } from './example.ts'
import { reportMeeting } from './site.ts'

export const meetings: ExamplesOf<'meetings'> = {
  list: example({
    given: reportMeeting,
    async shown({ doorkit, console }) {
      for await (const { start_at, invitee } of doorkit.meetings.list({ verified: true })) {
        console.log(start_at, invitee.email)
      }
    },
    proves({ printed }) {
      expect(printed).toEqual(['2026-10-14T10:00:00.000Z ada@example.com'])
    },
  }),

  get: example({
    given: reportMeeting,
    async shown({ doorkit, console, meetingId }) {
      const { status, start_at, join_url } = await doorkit.meetings.get(meetingId)
      console.log(status, start_at, join_url ?? 'no address')
    },
    proves({ printed }) {
      expect(printed).toEqual(['booked 2026-10-14T10:00:00.000Z no address'])
    },
  }),
}
