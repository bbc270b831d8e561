import { dayMs } from '@doorkit/server/internal'
import type { Act, Past } from './past.ts'
import type { Visit } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { DemoLink } from './set-up.ts'

/** A conversation of the demo, once it has begun. */
export interface Talk {
  conversation: string
  link: DemoLink | null
}

const minute = 60_000
const hosts = ['Johanna Brandt', 'Mateo Rossi'] as const
const team = { firstName: 'Acme', lastName: 'Team', email: 'team@acme.example' }

/**
 * The meeting that is booked in a conversation, as privacy operations and the calendar know it. Of
 * every twenty four are canceled, three were moved, five are unconfirmed.
 */
export function meetingActs(
  { record: { meetings, bookings } }: Past,
  random: SeededRandom,
  { nth, person, test }: Visit,
  talk: Talk,
  bookedAt: number,
): Act[] {
  const { firstName, lastName, email } = person ?? team
  const name = `${firstName} ${lastName}`
  const start_at = freeTime(random, bookedAt)
  const end_at = start_at + 30 * minute
  const [host, provider] = [random.pick(hosts), nth % 3 === 2 ? 'calendly' : 'cal.com']
  const isCanceled = !test && nth % 5 === 4
  const isMoved = !test && nth % 7 === 3
  let meeting = ''

  async function book() {
    const { conversation, link } = talk
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
  const later = (most: number, run: () => Promise<unknown>): Act => ({
    at: bookedAt + random.between(1, most) * minute,
    run,
    tells: true,
  })
  const moved = { start_at: start_at + dayMs, end_at: end_at + dayMs }
  return [
    { at: bookedAt, run: book, tells: true },
    ...(!test && nth % 4 !== 1 ? [later(3, () => meetings.verify(meeting))] : []),
    ...(isMoved ? [later(170, () => meetings.move(meeting, moved))] : []),
    ...(isCanceled ? [later(170, () => meetings.cancel(meeting))] : []),
  ]
}

/** Some days later, at a full hour of the morning or afternoon. */
function freeTime(random: SeededRandom, at: number): number {
  const date = Math.floor(at / dayMs) * dayMs + random.between(1, 6) * dayMs
  return date + random.between(9, 16) * 60 * minute
}
