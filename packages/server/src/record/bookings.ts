import { Email, normalizeEmail } from '@doorkit/models'
import * as z from 'zod'
import { bookings } from '../records/booking.ts'
import type { Services } from '../services.ts'
import { check, optionalText } from './check.ts'
import { type RecordOptions, recordOnce } from './once.ts'

const person = {
  name: optionalText(200),
  email: Email.nullish(),
  status: z.string().min(1).max(60),
  meeting: z.string().startsWith('mtg_').nullish(),
}

const BookingAttempt = z.strictObject({
  ...person,
  conversation: z.string().startsWith('conv_').nullish(),
})

/** An attempt to book a meeting in a conversation, whatever became of it. */
export type BookingAttempt = z.infer<typeof BookingAttempt>

const LinkBooking = z.strictObject({ ...person, link: z.string().startsWith('lk_') })

/** A booking by somebody who came over a personal link. */
export type LinkBooking = z.infer<typeof LinkBooking>

/** Records bookings, so that privacy operations know of them. */
export interface BookingRecorder {
  /** Returns the id of the attempt. */
  attempt(input: BookingAttempt, options?: RecordOptions): Promise<string>
  /** Returns the id of the booking. */
  viaLink(input: LinkBooking, options?: RecordOptions): Promise<string>
}

/** Makes a {@link BookingRecorder}. */
export function bookingRecorder(
  ready: () => Promise<Services>,
  workspace: string,
): BookingRecorder {
  async function add(
    kind: 'attempt' | 'link',
    input: Partial<BookingAttempt & LinkBooking> & { status: string },
    options: RecordOptions,
  ): Promise<string> {
    const services = await ready()
    return recordOnce(services, { ...options, workspace, name: `bookings.${kind}` }, (at) => {
      const id = services.makeId('booking')
      const email = input.email ? normalizeEmail(input.email) : null
      const op = bookings.insert(
        id,
        { workspace, kind, email, created_at: at },
        {
          status: input.status,
          name: input.name ?? null,
          meeting: input.meeting ?? null,
          link: input.link ?? null,
          conversation: input.conversation ?? null,
        },
      )
      return { ops: [op], reply: id }
    })
  }
  return {
    attempt: async (input, options = {}) => add('attempt', check(BookingAttempt, input), options),
    viaLink: async (input, options = {}) => add('link', check(LinkBooking, input), options),
  }
}
