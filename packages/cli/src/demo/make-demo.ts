import { dayMs } from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import { bookingRows } from './booking-rows.ts'
import { buttonRows } from './button-rows.ts'
import { contactRows } from './contact-rows.ts'
import { conversationEvents } from './conversation-events.ts'
import { conversationRows } from './conversation-rows.ts'
import { countConversation } from './count-conversation.ts'
import { demoIds } from './demo-ids.ts'
import { documentRows } from './document-rows.ts'
import { eventRows } from './event-rows.ts'
import { experimentRows } from './experiment-rows.ts'
import { linkRows } from './link-rows.ts'
import { planOpeningTests, showOpening } from './opening-tests.ts'
import { planVisits } from './plan-visits.ts'
import { seededRandom } from './seeded-random.ts'
import { sourceRows } from './source-rows.ts'
import { createTally } from './tally.ts'
import { countVisitors, pickLink } from './visitors.ts'

/** The store and the time of a demo. */
export interface DemoPlace {
  /** The id of the workspace. */
  readonly workspace: string
  readonly timezone: string
  /** The start of a day. The demo ends before it. */
  readonly today: number
}

/** How many of those who write came over a personal link, where there was one for their page. */
const linkedShare = 0.25

/**
 * Makes the demo: the writes that store it, in groups that belong together. Every number that is
 * shown is counted from the same visits, so that all of it agrees.
 */
export function makeDemo({ workspace, timezone, today }: DemoPlace): WriteOp[][] {
  const random = seededRandom(today / dayMs)
  const demoId = demoIds(workspace)
  const plan = planVisits(random, today)
  const contacts = contactRows(random, workspace, demoId, plan, today)
  const links = linkRows(random, workspace, demoId, today)
  const tests = planOpeningTests(demoId, today)
  const tally = createTally(workspace, timezone)
  const contactOf = new Map(contacts.map((contact) => [contact.row.keys.email, contact.row]))

  const conversations = plan.visits.map((visit) => {
    const { startedAt, topic, test } = visit
    const contact = visit.person ? (contactOf.get(visit.person.email) ?? null) : null
    const comesByLink = !test && random.chance(linkedShare)
    const conversation = conversationRows(random, demoId, visit, {
      workspace,
      contact: contact?.id ?? null,
      link: comesByLink ? pickLink(random, links.active, startedAt, topic.page) : null,
      shown: test ? null : showOpening(tests, topic.page, startedAt),
    })
    countConversation(random, tally, conversation)
    return {
      ops: [...conversation.ops, ...bookingRows(workspace, demoId, conversation)],
      events: conversationEvents(conversation, contact),
    }
  })
  const around = { workspace, demoId, tally, tests, links: links.active }
  const visitors = countVisitors(random, around, today)
  const experiments = tests.map((test) => experimentRows(workspace, test))
  const sources = sourceRows(workspace, demoId, today)
  const happened = [...conversations, ...experiments, sources].flatMap(({ events }) => events)

  return [
    ...contacts.map(({ op }) => [op]),
    ...documentRows(workspace, demoId, today - 90 * dayMs),
    [...sources.ops],
    buttonRows(workspace, demoId, today - 90 * dayMs),
    ...links.ops.map((op) => [op]),
    ...experiments.map(({ ops }) => [...ops]),
    ...conversations.map(({ ops }) => ops),
    ...visitors,
    ...tally.groups(),
    ...eventRows(workspace, demoId, happened, today).map((op) => [op]),
  ]
}
