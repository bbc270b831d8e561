import { type ConversationData, conversations, emptyConversation } from '../records/conversation.ts'
import { messages } from '../records/message.ts'
import type { WriteOp } from '../store/index.ts'
import type { DemoId } from './demo-ids.ts'
import { evaluate } from './evaluate.ts'
import type { Visit } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type Line, writeTranscript } from './transcript.ts'
import { describeVisitor } from './visitor.ts'

/** A conversation of the demo: the writes that store it, and when things happened in it. */
export interface DemoConversation {
  readonly id: string
  readonly contact: string | null
  readonly ops: readonly WriteOp[]
  readonly startedAt: number
  readonly leadAt: number | null
  readonly handoffAt: number | null
  readonly completedAt: number | null
}

const minute = 60_000
const day = 24 * 60 * minute
const quietMs = 30 * minute
const previewCharacters = 140

/** How many of those that are not previews the grader has got to. */
const gradedShare = 0.92

/** Writes out a visit. `contactOf` gives the contact that an email belongs to. */
export function conversationRows(
  random: SeededRandom,
  workspace: string,
  demoId: DemoId,
  visit: Visit,
  contactOf: (email: string) => string | null,
): DemoConversation {
  const { kind, person, startedAt } = visit
  const id = demoId('conversation', visit.name, startedAt)
  const lines = writeTranscript(random, visit)
  const endedAt = lines.at(-1)?.at ?? startedAt
  const graded = kind !== 'preview' && random.chance(gradedShare)
  const completedAt = graded ? endedAt + quietMs : null
  const contact = person && contactOf(person.email)
  const email = person?.email ?? null
  const handoff =
    kind === 'handoff' ? { requested_at: endedAt, reason: lines.at(-2)?.text ?? null } : null
  const data: ConversationData = {
    ...emptyConversation('website'),
    outcome: kind === 'question' || kind === 'preview' ? 'none' : kind,
    page_url: `https://acme.example${visit.topic.page}`,
    page_path: visit.topic.page,
    message_count: lines.length,
    preview: (lines[0]?.text ?? '').slice(0, previewCharacters),
    contact,
    lead: person && {
      first_name: person.firstName,
      last_name: person.lastName,
      captured_at: endedAt,
    },
    booking: kind === 'meeting' ? { meeting: null, start_at: bookedTime(random, endedAt) } : null,
    handoff,
    visitor: describeVisitor(random),
    evaluation: graded ? evaluate(random, visit) : null,
    completed_at: completedAt,
  }
  const keys = {
    workspace,
    started_at: startedAt,
    updated_at: completedAt ?? endedAt,
    test: kind === 'preview' ? 1 : 0,
    has_lead: person ? 1 : 0,
    graded: graded ? 1 : 0,
    lead_email: email,
    booker_email: kind === 'meeting' ? email : null,
    visitor_email: null,
    due_at: null,
    lease: null,
  }
  return {
    id,
    contact,
    ops: [
      conversations.insert(id, keys, data, 'ignore'),
      ...messageOps(demoId, id, visit.name, lines),
    ],
    startedAt,
    leadAt: person ? endedAt : null,
    handoffAt: handoff ? endedAt : null,
    completedAt,
  }
}

/** Some days later, at a full hour of the morning or afternoon. */
function bookedTime(random: SeededRandom, at: number): number {
  const date = Math.floor(at / day) * day + random.between(1, 6) * day
  return date + random.between(9, 16) * 60 * minute
}

function messageOps(
  demoId: DemoId,
  conversation: string,
  visit: string,
  lines: readonly Line[],
): WriteOp[] {
  return lines.map(({ role, text, tools, at }, position) =>
    messages.insert(
      demoId('message', `${visit}.${position}`, at),
      { conversation, position, created_at: at },
      { role, text, tools },
      'ignore',
    ),
  )
}
