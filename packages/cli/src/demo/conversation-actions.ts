import { beginVisit, pickLink, type Site, seeOpening } from './begin-visit.ts'
import { makeEvaluation } from './make-evaluation.ts'
import { meetingActions, type StartedConversation } from './meeting-actions.ts'
import type { Visit } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Action, Simulation } from './simulation.ts'
import { writeTranscript } from './transcript.ts'

const quietMs = 30 * 60_000

/** The probability that a conversation is graded. Tests never are; number 0 of each kind always is. */
const gradedShare = 0.92

/** The share of chatting visitors who came through a personal link, if their page has one. */
const linkedShare = 0.25

/** One in this many leads starts a booking and abandons it. */
const abandonedEvery = 6

/** The person of the team who answers visitors. */
const colleague = { id: 'demo-colleague', name: 'Sam Rivera' }

/** Plans a visit with a conversation, and its lead, meeting, handoff and evaluation. */
export function conversationActions(
  simulation: Simulation,
  random: SeededRandom,
  visit: Visit,
  site: Site,
): Action[] {
  const { conversations, visits, bookings } = simulation.record
  const { kind, nth, person, startedAt, test, topic } = visit
  const messages = writeTranscript(random, visit)
  const endedAt = messages.at(-1)?.at ?? startedAt
  const started: StartedConversation = { conversation: '', link: null }
  const atEnd = (run: () => Promise<unknown>): Action => ({ at: endedAt, run, writesEvents: true })

  async function begin() {
    started.link = !test && random.chance(linkedShare) ? pickLink(random, site, topic.page) : null
    const arrival = { page: topic.page, link: started.link, returningChance: 0.3, test }
    const id = await beginVisit(simulation, random, arrival)
    if (!test) {
      await seeOpening(simulation, site, id, topic.page, 'writers')
      await visits.chatOpened(id)
    }
    started.conversation = await conversations.start({ visit: id, test })
  }
  const actions: Action[] = [
    { at: startedAt, run: begin },
    ...messages.map(({ at, ...message }, position) => ({
      at,
      run: () => conversations.message(started.conversation, message),
      writesEvents: position === 0,
    })),
  ]
  if (person) {
    const { firstName: first_name, lastName: last_name, email } = person
    const lead = { first_name, last_name, email }
    actions.push(atEnd(() => conversations.captureLead(started.conversation, lead)))
    if (kind === 'lead' && nth % abandonedEvery === 0) {
      const attempt = { name: `${first_name} ${last_name}`, email, status: 'abandoned' }
      actions.push(
        atEnd(() => bookings.attempt({ ...attempt, conversation: started.conversation })),
      )
    }
  }
  if (kind === 'meeting')
    actions.push(...meetingActions(simulation, random, visit, started, endedAt))
  if (kind === 'handoff') {
    const reason = messages.at(-2)?.text ?? ''
    actions.push(
      atEnd(() => conversations.requestHandoff(started.conversation, { reason })),
      ...answerInPerson(simulation, started, endedAt),
    )
  }
  if (!test && (random.chance(gradedShare) || nth === 0)) {
    const evaluation = makeEvaluation(random, visit)
    const run = () => conversations.grade(started.conversation, evaluation)
    actions.push({ at: endedAt + quietMs, run, writesEvents: true })
  }
  return actions
}

/** Plans how a person joins the conversation two minutes after the request, answers, and leaves. */
function answerInPerson(
  { people }: Simulation,
  started: StartedConversation,
  requestedAt: number,
): Action[] {
  const text =
    'Hello, this is Sam. I have read your chat, and I will call you back within the hour.'
  const steps = [
    () => people.join(started.conversation, colleague),
    () => people.send(started.conversation, colleague, text),
    () => people.leave(started.conversation, colleague),
  ]
  return steps.map((run, nth) => ({
    at: requestedAt + (nth + 2) * 60_000,
    run,
    writesEvents: true,
  }))
}
