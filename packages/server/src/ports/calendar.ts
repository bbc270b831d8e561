/** A webhook of a calendar as it was received. */
export interface CalendarWebhook {
  /** The body, exactly as it was sent. */
  readonly body: string
  /** Returns a header by its name in lower case; null if the webhook has no such header. */
  readonly header: (name: string) => string | null
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A calendar's report about one booking. */
export interface CalendarReport {
  /** `moved` if the booking replaces `previousId`, at another time. */
  readonly kind: 'booked' | 'moved' | 'canceled'
  /** The calendar's id of the booking: 1 to 300 characters. */
  readonly id: string
  /** The id of the booking that a moved one replaces; null for others. */
  readonly previousId: string | null
  /** Milliseconds since the epoch. */
  readonly startAt: number
  /** Milliseconds since the epoch. */
  readonly endAt: number
  /** The name of the kind of meeting; null if the calendar does not name it. */
  readonly meetingType: string | null
  /** The name of the person who hosts the meeting; null if the calendar does not name the person. */
  readonly host: string | null
  /** The details of the person who booked, as typed into the booking page. */
  readonly invitee: { readonly name: string | null; readonly email: string | null }
  /** The conversation that the address of the booking page named; null without one. */
  readonly conversation: string | null
  /** The address of the video call; null without one. */
  readonly joinUrl: string | null
  /** The address at which the invitee moves the meeting; null without one. */
  readonly rescheduleUrl: string | null
  /** The address at which the invitee cancels the meeting; null without one. */
  readonly cancelUrl: string | null
}

/** A calendar whose webhooks the server kit receives. */
export interface Calendar {
  /** The provider of its meetings, such as `cal.com`. */
  readonly provider: string
  /**
   * Verifies and reads a webhook; null if it is not about a booking.
   *
   * @throws CalendarError if the signature is wrong, or the body does not have the form that the
   * calendar sends.
   */
  read(webhook: CalendarWebhook): CalendarReport | null
}

/** Why a webhook of a calendar was refused. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError'
  /** `not_verified` for a wrong signature, `invalid_body` for a body that cannot be read. */
  readonly code: 'not_verified' | 'invalid_body'

  constructor(code: CalendarError['code'], message: string) {
    super(message)
    this.code = code
  }
}
