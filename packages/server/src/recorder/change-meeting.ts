import type { EventType } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { type MeetingData, meetings, type StoredMeeting } from '../collections/meeting.ts'
import { moveBooking, unbookSessions } from '../conversations/book-meeting.ts'
import type { Services } from '../services/services.ts'
import { changedAt } from '../values/changed-at.ts'
import { emit } from '../webhooks/emit-events.ts'

/** The changes of a meeting, and the event that reports them. */
export interface MeetingChange {
  readonly set?: Partial<StoredMeeting['columns']> | undefined
  readonly data?: Partial<MeetingData> | undefined
  readonly event?: EventType | undefined
}

/** The writes that change a meeting, with its conversation and its event. */
export async function changeMeeting(
  services: Services,
  row: StoredMeeting,
  { set, data, event }: MeetingChange,
  at: number,
): Promise<WriteOp[]> {
  const subject = { kind: 'meeting', id: row.id } as const
  const newEvents = event && !row.columns.test ? [{ type: event, subject }] : []
  return [
    meetings.edit(row, {
      set: { ...set, updated_at: changedAt(row.columns, at) },
      data: { ...row.data, ...data },
    }),
    ...(data?.status === 'canceled' ? await unbookSessions(services, row, at) : []),
    ...(set?.start_at === undefined ? [] : await moveBooking(services, row, set.start_at, at)),
    ...(await emit(services, row.columns.workspace, newEvents, at)),
  ]
}
