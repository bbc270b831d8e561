import * as z from 'zod'
import { type Calendar, CalendarError, type CalendarReport } from '../ports/calendar.ts'
import { checkBody, first, parseBody, text, time, webAddress } from './calendar-body.ts'
import { isSigned } from './calendar-signature.ts'

/** The options of {@link calcom}. */
export interface CalcomOptions {
  /** The secret of the webhook, as Cal.com shows it under Developer, Webhooks. */
  readonly secret: string
}

const kinds: Readonly<Record<string, CalendarReport['kind'] | undefined>> = {
  BOOKING_CREATED: 'booked',
  BOOKING_RESCHEDULED: 'moved',
  BOOKING_CANCELLED: 'canceled',
  BOOKING_REJECTED: 'canceled',
}

const Person = z.object({ name: text(200), email: text(254) })

const Trigger = z.object({ triggerEvent: z.string() })

const Body = z.object({
  payload: z.object({
    uid: z.string().min(1).max(300),
    rescheduleUid: text(300),
    title: text(200),
    eventTitle: text(200),
    startTime: time,
    endTime: time,
    organizer: Person.nullish(),
    attendees: first(Person).nullish(),
    metadata: z
      .object({ videoCallUrl: z.unknown().optional(), conversation: z.unknown().optional() })
      .nullish()
      .catch(null),
    videoCallData: z.object({ url: webAddress.optional() }).nullish().catch(null),
    bookerUrl: webAddress.optional(),
  }),
})

/** A Cal.com calendar. Subscribe its webhook to created, rescheduled, canceled and rejected bookings. */
export function calcom({ secret }: CalcomOptions): Calendar {
  return {
    provider: 'cal.com',
    read({ body, header }) {
      if (!isSigned(body, secret, header('x-cal-signature-256') ?? '')) {
        throw new CalendarError(
          'not_verified',
          'The header X-Cal-Signature-256 does not match the body. Compare the secret with the one in Cal.com.',
        )
      }
      const value = parseBody(body)
      const kind = kinds[checkBody(Trigger, value).triggerEvent]
      if (!kind) return null
      const { payload } = checkBody(Body, value)
      const { uid, metadata, attendees, bookerUrl } = payload
      const [invitee] = attendees ?? []
      const joinUrl = webAddress.parse(metadata?.videoCallUrl ?? payload.videoCallData?.url ?? null)
      const page = (path: string) =>
        bookerUrl ? webAddress.parse(new URL(`/${path}/${uid}`, bookerUrl).href) : null
      return {
        kind,
        id: uid,
        previousId: kind === 'moved' ? payload.rescheduleUid : null,
        startAt: payload.startTime,
        endAt: payload.endTime,
        meetingType: payload.eventTitle ?? payload.title,
        host: payload.organizer?.name ?? null,
        invitee: invitee ?? { name: null, email: null },
        conversation: typeof metadata?.conversation === 'string' ? metadata.conversation : null,
        joinUrl,
        rescheduleUrl: page('reschedule'),
        cancelUrl: page('booking'),
      }
    },
  }
}
