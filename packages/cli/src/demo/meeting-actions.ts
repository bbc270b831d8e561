import { dayMs } from '@doorkit/server/internal'
import type { DemoLink } from './demo-content.ts'
import type { Visit } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Action, Simulation } from './simulation.ts'

export interface StartedConversation {
  conversation: string
  link: DemoLink | null
}

const minute = 60_000
const hosts = ['Johanna Brandt', 'Mateo Rossi'] as const
const team = { firstName: 'Acme', lastName: 'Team', email: 'team@acme.example' }

/**
 * Plans the meeting that a visitor books in a conversation. Of the twenty meetings of visitors, four are
 * canceled, three are moved and five stay unconfirmed.
 */
export function meetingActions(
  { record: { meetings, bookings } }: Simulation,
  random: SeededRandom,
  { nth, person, test }: Visit,
  started: StartedConversation,
  bookedAt: number,
): Action[] {
  const { firstName, lastName, email } = person ?? team
  const name = `${firstName} ${lastName}`
  const start_at = randomStart(random, bookedAt)
  const end_at = start_at + 30 * minute
  const host = random.pick(hosts)
  const provider = nth % 3 === 2 ? 'calendly' : 'cal.com'
  const isCanceled = !test && nth % 5 === 4
  const isMoved = !test && nth % 7 === 3
  let meeting = ''

  async function book() {
    const { conversation, link } = started
    const page = `https://calendar.acme.example/${conversation}`
    meeting = await meetings.book({
      conversation,
      provider,
      meeting_type: 'Demo, 30 minutes',
      host,
      start_at,
      end_at,
      invitee: { name, email },
      join_url: `https://meet.acme.example/${conversation}`,
      reschedule_url: `${page}/reschedule`,
      cancel_url: `${page}/cancel`,
    })
    const booking = { name, email, meeting, status: isCanceled ? 'canceled' : 'booked' }
    await bookings.attempt({ ...booking, conversation })
    if (link) await bookings.viaLink({ ...booking, link: link.id })
  }
  const later = (most: number, run: () => Promise<unknown>): Action => ({
    at: bookedAt + random.between(1, most) * minute,
    run,
    writesEvents: true,
  })
  const moved = { start_at: start_at + dayMs, end_at: end_at + dayMs }
  return [
    { at: bookedAt, run: book, writesEvents: true },
    ...(!test && nth % 4 !== 1 ? [later(3, () => meetings.verify(meeting))] : []),
    ...(isMoved ? [later(170, () => meetings.move(meeting, moved))] : []),
    ...(isCanceled ? [later(170, () => meetings.cancel(meeting))] : []),
  ]
}

/** A start on the hour, from 9:00 to 16:00 UTC, one to six days later. */
function randomStart(random: SeededRandom, at: number): number {
  const date = Math.floor(at / dayMs) * dayMs + random.between(1, 6) * dayMs
  return date + random.between(9, 16) * 60 * minute
}
