import { Email, normalizeEmail } from '@doorkit/models'
import * as z from 'zod'
import { bookings } from '../collections/booking.ts'
import { findConversation } from '../conversations/change-conversation.ts'
import { check, optionalText } from '../errors/check-input.ts'
import { findWorkspace } from '../services/find-workspace.ts'
import { findMeeting } from './meetings.ts'
import type { RecordOnce, RecordOptions } from './record-once.ts'

const fields = {
  name: optionalText(200),
  email: Email.nullish(),
  status: z.string().min(1).max(60),
  meeting: z.string().startsWith('mtg_').nullish(),
}

const BookingAttempt = z.strictObject({
  ...fields,
  conversation: z.string().startsWith('conv_').nullish(),
})

/** An attempt to book a meeting in a conversation, successful or not. */
export type BookingAttempt = z.infer<typeof BookingAttempt>

const LinkBooking = z.strictObject({ ...fields, link: z.string().startsWith('lk_') })

/** A booking through a personal link. */
export type LinkBooking = z.infer<typeof LinkBooking>

/** Records bookings, so that exports and erasures include them. */
export interface BookingRecorder {
  /**
   * Records an attempt and returns its id.
   *
   * @throws KitError `not_found` for an unknown workspace, conversation or meeting.
   */
  attempt(input: BookingAttempt, options?: RecordOptions): Promise<string>
  /**
   * Records a booking and returns its id.
   *
   * @throws KitError `not_found` for an unknown workspace or meeting.
   */
  viaLink(input: LinkBooking, options?: RecordOptions): Promise<string>
}

export function bookingRecorder(record: RecordOnce, workspace: string): BookingRecorder {
  const add = (
    kind: 'attempt' | 'link',
    input: Partial<BookingAttempt & LinkBooking> & { status: string },
    options: RecordOptions | undefined,
  ) =>
    record(`bookings.${kind}`, options, input, async (services, at) => {
      await findWorkspace(services.store, workspace)
      const id = services.makeId('booking')
      const email = input.email ? normalizeEmail(input.email) : null
      const { status, name = null, link = null, conversation = null, meeting = null } = input
      if (conversation) await findConversation(services, workspace, conversation)
      if (meeting) await findMeeting(services, workspace, meeting)
      const columns = { workspace, kind, email, conversation, meeting, created_at: at }
      return { ops: [bookings.insert(id, columns, { status, name, link })], reply: id }
    })
  return {
    attempt: async (input, options) => add('attempt', check(BookingAttempt, input), options),
    viaLink: async (input, options) => add('link', check(LinkBooking, input), options),
  }
}
