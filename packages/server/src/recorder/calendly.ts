import * as z from 'zod'
import { type Calendar, CalendarError } from '../ports/calendar.ts'
import { checkBody, first, parseBody, text, time, webAddress } from './calendar-body.ts'
import { isSigned } from './calendar-signature.ts'

/** The options of {@link calendly}. */
export interface CalendlyOptions {
  /** The `signing_key` of the webhook subscription. */
  readonly signingKey: string
  /** How far a signature's time may be from this server's clock, in seconds. Default 300. */
  readonly toleranceSeconds?: number | undefined
}

const Trigger = z.object({ event: z.string() })

const Body = z.object({
  payload: z.object({
    uri: z.string().min(1).max(300),
    old_invitee: text(300),
    rescheduled: z.boolean().nullish(),
    name: text(200),
    email: text(254),
    cancel_url: webAddress.optional(),
    reschedule_url: webAddress.optional(),
    tracking: z
      .object({ utm_content: text(300) })
      .nullish()
      .catch(null),
    scheduled_event: z.object({
      name: text(200),
      start_time: time,
      end_time: time,
      location: z.object({ join_url: webAddress.optional() }).nullish().catch(null),
      event_memberships: first(z.object({ user_name: text(200) }))
        .nullish()
        .catch(null),
    }),
  }),
})

/** A Calendly calendar. Subscribe its webhook to `invitee.created` and `invitee.canceled`. */
export function calendly({ signingKey, toleranceSeconds = 300 }: CalendlyOptions): Calendar {
  return {
    provider: 'calendly',
    read({ body, header, now }) {
      const given = header('calendly-webhook-signature') ?? ''
      const [, sentAt = '', signature = ''] = /^t=(\d{1,12}),v1=([\da-f]+)$/.exec(given) ?? []
      if (!isSigned(`${sentAt}.${body}`, signingKey, signature)) {
        throw new CalendarError(
          'not_verified',
          'The header Calendly-Webhook-Signature does not match the body. Compare the signing key with that of the subscription.',
        )
      }
      if (Math.abs(now - Number(sentAt) * 1_000) > toleranceSeconds * 1_000) {
        throw new CalendarError(
          'not_verified',
          'The signature is too old, or the clock of this server is wrong. Check the clock.',
        )
      }
      const value = parseBody(body)
      const { event } = checkBody(Trigger, value)
      if (event !== 'invitee.created' && event !== 'invitee.canceled') return null
      const { payload } = checkBody(Body, value)
      const isCanceled = event === 'invitee.canceled'
      // A move cancels the old invitee and creates a new one, which names the old one.
      if (isCanceled && payload.rescheduled) return null
      const { scheduled_event: meeting } = payload
      return {
        kind: isCanceled ? 'canceled' : payload.old_invitee ? 'moved' : 'booked',
        id: payload.uri,
        previousId: isCanceled ? null : payload.old_invitee,
        startAt: meeting.start_time,
        endAt: meeting.end_time,
        meetingType: meeting.name,
        host: meeting.event_memberships?.[0]?.user_name ?? null,
        invitee: { name: payload.name, email: payload.email },
        conversation: payload.tracking?.utm_content ?? null,
        joinUrl: meeting.location?.join_url ?? null,
        rescheduleUrl: payload.reschedule_url ?? null,
        cancelUrl: payload.cancel_url ?? null,
      }
    },
  }
}
