import * as z from 'zod'
import { defineTool, knowledgeAgent } from '../../src/index.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { goodEvaluation } from '../support/evaluation.ts'
import type { Kit } from '../support/kit.ts'
import { caller } from '../support/kit.ts'

/** The address of the person whose traces the tests look for. */
export const email = 'zq-mailbox@example.com'

/** Every detail of the person, each a word that occurs nowhere else. */
export const marks = {
  address: 'zq-mailbox',
  firstName: 'Zqfirstname',
  lastName: 'Zqlastname',
  company: 'Zqcompany',
  phone: '+49-zqphone',
  externalId: 'zq-external-id',
  attribute: 'zq-attribute',
  words: 'zq-transcript-words',
  handoff: 'zq-handoff-reason',
  grading: 'zq-grading-notes',
  context: 'zq-context-fact',
  visitor: 'zq-visitor-name',
  utm: 'zq-utm-content',
  query: 'zq-page-query',
  invitee: 'Zqinvitee',
  joinUrl: 'zq-join-url',
  moveUrl: 'zq-reschedule-url',
  cancelUrl: 'zq-cancel-url',
  booker: 'Zqbooker',
  linkBooker: 'Zqlinkbooker',
  answer: 'zq-receiver-answer',
  toolInput: 'zq-tool-input',
  toolOutput: 'zq-tool-output',
  unfinished: 'zq-unfinished-answer',
} as const

const builtIn = knowledgeAgent()

/** An agent that calls a tool of the host, or fails in the middle of an answer, when it is told to. */
export const markedAgent = {
  tools: [
    defineTool({
      name: 'find_order',
      description: 'Finds an order.',
      input: z.object({ number: z.string() }),
      execute: () => ({ state: marks.toolOutput }),
    }),
  ],
  agent: agentOf(async function* (turn) {
    const text = turn.messages.at(-1)?.text ?? ''
    if (text === 'Find my order') {
      const input = { number: marks.toolInput }
      yield { type: 'tool-input-available', toolCallId: 'one', toolName: 'find_order', input }
      const output = await turn.tools.find_order?.execute(input, { toolCallId: 'one' })
      yield { type: 'tool-output-available', toolCallId: 'one', output }
      yield* textChunks('Found.')
    } else if (text === 'Fail') {
      yield* textChunks(`${marks.unfinished} is what`)
      throw new Error('The model is overloaded.')
    } else yield* builtIn.reply(turn)
  }),
}

const start_at = '2026-11-01T10:00:00Z'
const end_at = '2026-11-01T10:30:00Z'

/** Writes about the person to every place in the store, in several conversations. */
export async function leaveMarks(kit: Kit): Promise<void> {
  const call = caller(kit)
  const record = kit.doorkit.record(kit.workspace.id)
  const send = async (path: string, body: object, key: string) => {
    const headers = { 'Idempotency-Key': key }
    const { status, json } = await call('POST', path, { body, headers })
    if (status >= 300) throw new Error(`POST ${path} answered ${status}.`)
    return json
  }
  await send(
    '/contacts',
    {
      email,
      first_name: marks.firstName,
      last_name: marks.lastName,
      company: marks.company,
      phone: marks.phone,
      external_id: marks.externalId,
      attributes: { note: marks.attribute },
    },
    'contact',
  )
  const details = `dw_email=${encodeURIComponent(email)}&dw_first=${marks.firstName}`
  const session = await send(
    '/chat/sessions',
    {
      visitor: { email, name: marks.visitor, external_id: marks.externalId },
      context: { fact: marks.context },
      page_url: `https://acme.example/chat?${details}&q=${marks.query}`,
    },
    'session',
  )
  for (let turn = 0; turn < 5; turn++) {
    const text = `I am ${marks.firstName} ${marks.lastName}, ${email}. ${marks.words} ${turn}`
    await send(`/chat/sessions/${session.id}/messages`, { text }, `turn ${turn}`.replace(' ', '-'))
  }

  for (const text of ['Find my order', 'Fail']) {
    await call('POST', `/chat/sessions/${session.id}/messages`, { body: { text } })
  }

  // The URL of this visit has the person's details, and the site did not name the visitor.
  await record.visits.start({ page_url: `https://acme.example/link?${details}` })

  // This visitor came before without writing, and returns.
  const page_url = `https://acme.example/site?${details}&q=${marks.query}`
  const from = { page_url, visitor: marks.visitor, utm: { content: marks.utm } }
  await record.visits.start(from)
  for (let count = 0; count < 5; count++) {
    const visit = await record.visits.start(from)
    const conversation = await record.conversations.start({ visit })
    for (let message = 0; message < 6; message++) {
      // The longest message does not fit into one database page.
      const text = `${marks.words} `.repeat(1 + message * 60)
      await record.conversations.message(conversation, { role: 'user', text })
    }
    await record.conversations.captureLead(conversation, {
      email,
      first_name: marks.firstName,
      last_name: marks.lastName,
    })
    await record.conversations.requestHandoff(conversation, { reason: marks.handoff })
    await record.conversations.grade(conversation, {
      ...goodEvaluation,
      qualification_score: 60,
      abandonment_reason: marks.grading,
      recommended_improvement: marks.grading,
    })
    const calendarUrl = (name: string) => `https://calendar.example/${name}`
    const meeting = await record.meetings.book({
      conversation,
      provider: 'cal.com',
      start_at,
      end_at,
      invitee: { name: marks.invitee, email: count % 2 === 0 ? email : null },
      join_url: calendarUrl(marks.joinUrl),
      reschedule_url: calendarUrl(marks.moveUrl),
      cancel_url: calendarUrl(marks.cancelUrl),
    })
    await record.meetings.move(meeting, { start_at: end_at, end_at: start_at.replace('10', '12') })
    const attempt = { conversation, name: marks.booker, status: 'confirmed' }
    await record.bookings.attempt({ ...attempt, email })
    await record.bookings.attempt({ ...attempt, meeting })
    const link = { link: 'lk_1', name: marks.linkBooker, status: 'confirmed' }
    await record.bookings.viaLink({ ...link, email })
    await record.bookings.viaLink({ ...link, meeting })
  }
}

/** Writes as other people, so that the rows of the person lie between theirs. */
export async function leaveOthers(kit: Kit, name: string, count: number): Promise<void> {
  const record = kit.doorkit.record(kit.workspace.id)
  for (let one = 0; one < count; one++) {
    const conversation = await record.conversations.start({ page_url: 'https://acme.example/' })
    const text = `Hello, this is ${name} ${one}. `.repeat(1 + (one % 20))
    await record.conversations.message(conversation, { role: 'user', text })
    await record.conversations.captureLead(conversation, { email: `${name}${one}@example.com` })
  }
}
