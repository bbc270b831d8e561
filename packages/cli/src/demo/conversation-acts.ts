import { beginVisit, pickLink, type Site, seeOpening } from './begin-visit.ts'
import { evaluate } from './evaluate.ts'
import { meetingActs, type Talk } from './meeting-acts.ts'
import type { Act, Past } from './past.ts'
import type { Visit } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'
import { writeTranscript } from './transcript.ts'

const quietMs = 30 * 60_000

/** How many of those that are not previews the grader has got to, besides the first of a kind. */
const gradedShare = 0.92

/** How many of those who write came over a personal link, where there was one for their page. */
const linkedShare = 0.25

/** Of the visitors who left their name, every so many began to book and did not go on. */
const abandonedEvery = 6

/** A visit in which somebody writes, and what comes of it. */
export function conversationActs(
  past: Past,
  random: SeededRandom,
  visit: Visit,
  site: Site,
): Act[] {
  const { conversations, visits, bookings } = past.record
  const { kind, nth, person, startedAt, test, topic } = visit
  const lines = writeTranscript(random, visit)
  const endedAt = lines.at(-1)?.at ?? startedAt
  const talk: Talk = { conversation: '', link: null }
  const atEnd = (run: () => Promise<unknown>): Act => ({ at: endedAt, run, tells: true })

  async function begin() {
    talk.link = !test && random.chance(linkedShare) ? pickLink(random, site, topic.page) : null
    const arrival = { page: topic.page, link: talk.link, returning: 0.3, test }
    const id = await beginVisit(past, random, arrival)
    if (!test) {
      await seeOpening(past, site, id, topic.page, 'writers')
      await visits.chatOpened(id)
    }
    talk.conversation = await conversations.start({ visit: id, test })
  }
  const acts: Act[] = [
    { at: startedAt, run: begin },
    ...lines.map(({ at, ...line }, position) => ({
      at,
      run: () => conversations.message(talk.conversation, line),
      tells: position === 0,
    })),
  ]
  if (person) {
    const { firstName: first_name, lastName: last_name, email } = person
    const lead = { first_name, last_name, email }
    acts.push(atEnd(() => conversations.captureLead(talk.conversation, lead)))
    if (kind === 'lead' && nth % abandonedEvery === 0) {
      const attempt = { name: `${first_name} ${last_name}`, email, status: 'abandoned' }
      acts.push(atEnd(() => bookings.attempt({ ...attempt, conversation: talk.conversation })))
    }
  }
  if (kind === 'meeting') acts.push(...meetingActs(past, random, visit, talk, endedAt))
  if (kind === 'handoff') {
    const reason = lines.at(-2)?.text ?? ''
    acts.push(atEnd(() => conversations.requestHandoff(talk.conversation, { reason })))
  }
  if (!test && (random.chance(gradedShare) || nth === 0)) {
    const evaluation = evaluate(random, visit)
    const run = () => conversations.grade(talk.conversation, evaluation)
    acts.push({ at: endedAt + quietMs, run, tells: true })
  }
  return acts
}
