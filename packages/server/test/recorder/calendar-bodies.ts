import { createHmac } from 'node:crypto'

/** A webhook in the shape that Cal.com documents, with the changes of a test. */
export function calcomBody(triggerEvent: string, changes: object = {}): string {
  return JSON.stringify({
    triggerEvent,
    createdAt: '2026-10-12T09:30:00.538Z',
    payload: {
      type: '30min',
      title: '30min between Grace Hopper and Ada Byron',
      description: '',
      additionalNotes: '',
      customInputs: {},
      startTime: '2026-10-14T10:00:00Z',
      endTime: '2026-10-14T10:30:00Z',
      organizer: {
        id: 5,
        name: 'Grace Hopper',
        email: 'grace@acme.example',
        username: 'grace',
        timeZone: 'Europe/Berlin',
        language: { locale: 'en' },
        timeFormat: 'h:mma',
      },
      responses: {
        name: { label: 'your_name', value: 'Ada Byron', isHidden: false },
        email: { label: 'email_address', value: 'ada@example.com', isHidden: false },
      },
      userFieldsResponses: {},
      attendees: [
        {
          email: 'ada@example.com',
          name: 'Ada Byron',
          timeZone: 'Europe/Berlin',
          language: { locale: 'en' },
        },
      ],
      location: 'integrations:daily',
      destinationCalendar: null,
      hideCalendarNotes: false,
      requiresConfirmation: null,
      eventTypeId: 7,
      seatsShowAttendees: true,
      seatsPerTimeSlot: null,
      uid: 'bFJeNb2uX8ANpT3JL5EfXw',
      eventTitle: '30min',
      eventDescription: '',
      price: 0,
      currency: 'usd',
      length: 30,
      bookingId: 91,
      bookerUrl: 'https://cal.com',
      metadata: { videoCallUrl: 'https://app.cal.com/video/bFJeNb2uX8ANpT3JL5EfXw' },
      status: 'ACCEPTED',
      ...changes,
    },
  })
}

/** Signs a body as Cal.com does. */
export function calcomHeaders(body: string, secret: string) {
  return { 'X-Cal-Signature-256': createHmac('sha256', secret).update(body).digest('hex') }
}

const event = 'https://api.calendly.com/scheduled_events/AAAAAAAAAAAAAAAA'

/** The URI of an invitee of Calendly. */
export const inviteeUri = (name: string) => `${event}/invitees/${name}`

/** A webhook in the shape that Calendly documents, with the changes of a test. */
export function calendlyBody(kind: string, changes: object = {}, meeting: object = {}): string {
  return JSON.stringify({
    event: kind,
    created_at: '2026-10-12T09:30:00.000000Z',
    created_by: 'https://api.calendly.com/users/AAAAAAAAAAAAAAAA',
    payload: {
      cancel_url: 'https://calendly.com/cancellations/AAAAAAAAAAAAAAAA',
      created_at: '2026-10-12T09:29:58.000000Z',
      email: 'ada@example.com',
      event,
      first_name: null,
      last_name: null,
      name: 'Ada Byron',
      new_invitee: null,
      no_show: null,
      old_invitee: null,
      payment: null,
      questions_and_answers: [],
      reconfirmation: null,
      reschedule_url: 'https://calendly.com/reschedulings/AAAAAAAAAAAAAAAA',
      rescheduled: false,
      routing_form_submission: null,
      scheduled_event: {
        created_at: '2026-10-12T09:29:58.000000Z',
        end_time: '2026-10-14T10:30:00.000000Z',
        event_guests: [],
        event_memberships: [
          {
            user: 'https://api.calendly.com/users/AAAAAAAAAAAAAAAA',
            user_email: 'grace@acme.example',
            user_name: 'Grace Hopper',
          },
        ],
        event_type: 'https://api.calendly.com/event_types/AAAAAAAAAAAAAAAA',
        invitees_counter: { active: 1, limit: 1, total: 1 },
        location: {
          type: 'google_conference',
          status: 'pushed',
          join_url: 'https://meet.example/a',
        },
        name: 'Intro call',
        start_time: '2026-10-14T10:00:00.000000Z',
        status: 'active',
        updated_at: '2026-10-12T09:29:58.000000Z',
        uri: event,
        ...meeting,
      },
      status: 'active',
      text_reminder_number: null,
      timezone: 'Europe/Berlin',
      tracking: {
        utm_campaign: null,
        utm_source: null,
        utm_medium: null,
        utm_content: null,
        utm_term: null,
        salesforce_uuid: null,
      },
      updated_at: '2026-10-12T09:29:58.000000Z',
      uri: inviteeUri('AAAAAAAAAAAAAAAA'),
      ...changes,
    },
  })
}

/** Signs a body as Calendly does, at a time in milliseconds. */
export function calendlyHeaders(body: string, key: string, at: number) {
  const seconds = Math.floor(at / 1_000)
  const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')
  return { 'Calendly-Webhook-Signature': `t=${seconds},v1=${signature}` }
}
