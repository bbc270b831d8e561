import { Email, normalizeEmail } from '@doorkit/models'
import * as z from 'zod'
import { meetings, type StoredMeeting } from '../collections/meeting.ts'
import { bookMeeting } from '../conversations/book-meeting.ts'
import { findConversation } from '../conversations/change-conversation.ts'
import { check, found, Moment, optionalText } from '../errors/check-input.ts'
import { KitError } from '../errors/kit-error.ts'
import type { Services } from '../services/services.ts'
import { overlay } from '../values/overlay-changes.ts'
import { changeMeeting, type MeetingChange } from './change-meeting.ts'
import type { RecordOnce, RecordOptions } from './record-once.ts'

const address = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .nullish()

const MeetingBook = z.strictObject({
  conversation: z.string().startsWith('conv_'),
  /** The name of the calendar, such as `cal.com`. */
  provider: z.string().min(1).max(100),
  meeting_type: optionalText(200),
  host: optionalText(200),
  start_at: Moment,
  end_at: Moment,
  invitee: z.strictObject({ name: optionalText(200), email: Email.nullish() }),
  /** Whether the calendar confirmed the meeting. Default false. */
  verified: z.boolean().optional(),
  join_url: address,
  reschedule_url: address,
  cancel_url: address,
})

/** A meeting that was booked in a chat. */
export type MeetingBook = z.input<typeof MeetingBook>

const MeetingMove = z.strictObject({
  start_at: Moment,
  end_at: Moment,
  /** The changed URLs of the meeting; null removes one. */
  join_url: address,
  reschedule_url: address,
  cancel_url: address,
})

/** The new time of a meeting, and its changed URLs. */
export type MeetingMove = z.input<typeof MeetingMove>

/** Records the reports of a calendar. Each change and its event are one commit. */
export interface MeetingRecorder {
  /**
   * Records a booked meeting and returns its id. Emits `meeting.booked`.
   *
   * @throws KitError `not_found` for an unknown conversation.
   */
  book(input: MeetingBook, options?: RecordOptions): Promise<string>
  /**
   * Changes the time of a meeting, and its URLs if they are given. Emits `meeting.rescheduled`.
   *
   * @throws KitError `not_found`, or `conflict` for a canceled meeting.
   */
  move(meeting: string, input: MeetingMove, options?: RecordOptions): Promise<void>
  /**
   * Cancels a meeting. Emits `meeting.canceled`. Unless another meeting of the conversation is still
   * booked, its chat sessions are no longer booked.
   *
   * @throws KitError `not_found`, or `conflict` if the meeting was canceled before.
   */
  cancel(meeting: string, options?: RecordOptions): Promise<void>
  /**
   * Marks a meeting as confirmed by the calendar.
   *
   * @throws KitError `not_found`.
   */
  verify(meeting: string, options?: RecordOptions): Promise<void>
}

export function meetingRecorder(record: RecordOnce, workspace: string): MeetingRecorder {
  async function update(
    name: keyof MeetingRecorder,
    id: string,
    input: z.infer<typeof MeetingMove> | null,
    options: RecordOptions | undefined,
    apply: (row: StoredMeeting) => MeetingChange,
  ): Promise<void> {
    await record(`meetings.${name}`, options, [id, input], async (services, at) => {
      const row = await findMeeting(services, workspace, id)
      return { reply: id, ops: await changeMeeting(services, row, apply(row), at) }
    })
  }

  return {
    async book(unchecked, options) {
      const input = check(MeetingBook, unchecked)
      checkTimes(input)
      return record('meetings.book', options, input, async (services, at) => {
        const conversation = await findConversation(services, workspace, input.conversation)
        const { name = null, email } = input.invitee
        const columns = {
          start_at: input.start_at,
          verified: Number(input.verified ?? false),
          invitee_email: email ? normalizeEmail(email) : null,
          external_id: null,
        }
        const data = {
          provider: input.provider,
          meeting_type: input.meeting_type ?? null,
          host: input.host ?? null,
          end_at: input.end_at,
          reschedules: 0,
          join_url: input.join_url ?? null,
          reschedule_url: input.reschedule_url ?? null,
          cancel_url: input.cancel_url ?? null,
          invitee_name: name,
        }
        const { id, ...change } = await bookMeeting(services, conversation, { columns, data }, at)
        return { ...change, reply: id }
      })
    },

    async move(meeting, unchecked, options) {
      const input = check(MeetingMove, unchecked)
      checkTimes(input)
      const { start_at, ...changes } = input
      return update('move', meeting, input, options, (row) => {
        if (row.data.status === 'canceled') throw canceled()
        return {
          set: { start_at },
          data: { ...overlay(row.data, changes), reschedules: row.data.reschedules + 1 },
          event: 'meeting.rescheduled',
        }
      })
    },

    cancel: (meeting, options) =>
      update('cancel', meeting, null, options, (row) => {
        if (row.data.status === 'canceled') throw canceled()
        return { data: { status: 'canceled' }, event: 'meeting.canceled' }
      }),

    verify: (meeting, options) =>
      update('verify', meeting, null, options, () => ({ set: { verified: 1 } })),
  }
}

/** @throws KitError `not_found`. */
export async function findMeeting({ store }: Services, workspace: string, id: string) {
  return found(await meetings.get(store, workspace, id), 'meeting')
}

function checkTimes({ start_at, end_at }: { start_at: number; end_at: number }): void {
  if (end_at > start_at) return
  throw new KitError('invalid_input', 'end_at: A meeting ends after it starts.', {
    param: 'end_at',
  })
}

function canceled(): KitError {
  return new KitError('conflict', 'This meeting was canceled.')
}
