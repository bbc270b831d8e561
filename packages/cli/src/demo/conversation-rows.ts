import {
  conversations,
  emptyConversation,
  messages,
  outcomeOf,
  previewOf,
  type StoredConversation,
  type StoredMessage,
} from '@doorkit/server/internal'
import type { WriteOp } from '@doorkit/server/store'
import type { DemoId } from './demo-ids.ts'
import { evaluate } from './evaluate.ts'
import type { DemoLink } from './link-rows.ts'
import { bookMeeting, type DemoMeeting } from './meeting-rows.ts'
import type { Shown } from './opening-tests.ts'
import type { Visit } from './plan-visits.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type Line, writeTranscript } from './transcript.ts'
import { addressOf, type DemoVisit, visitRows } from './visit-rows.ts'
import { describeVisitor, linkSource } from './visitor.ts'

/** A conversation of the demo: what is stored of it, and the writes that do. */
export interface DemoConversation {
  readonly row: StoredConversation
  readonly transcript: readonly StoredMessage[]
  readonly meeting: DemoMeeting | null
  readonly link: DemoLink | null
  readonly shown: Shown | null
  readonly bookedAt: number | null
  /** Which of its kind it is, from 0. */
  readonly nth: number
  readonly ops: readonly WriteOp[]
}

/** The rows that a conversation refers to. */
export interface ConversationContext {
  readonly workspace: string
  /** The person who gives a name in it; null without one. */
  readonly contact: string | null
  /** The personal link that the visitor opened. */
  readonly link: DemoLink | null
  /** The opening that the visitor saw, where one is tested. */
  readonly shown: Shown | null
}

const quietMs = 30 * 60_000

/** How many of those that are not previews the grader has got to, besides the first of a kind. */
const gradedShare = 0.92

/** Writes out a visit. */
export function conversationRows(
  random: SeededRandom,
  demoId: DemoId,
  visit: Visit,
  { workspace, contact, link, shown }: ConversationContext,
): DemoConversation {
  const { kind, person, startedAt, test } = visit
  const id = demoId('conversation', visit.name, startedAt)
  const lines = writeTranscript(random, visit)
  const endedAt = lines.at(-1)?.at ?? startedAt
  const graded = !test && (random.chance(gradedShare) || visit.nth === 0)
  const completedAt = graded ? endedAt + quietMs : null
  // The visitor's last line says so.
  const bookedAt = kind === 'meeting' ? (lines.at(-2)?.at ?? endedAt) : null
  const meeting =
    bookedAt === null
      ? null
      : bookMeeting(random, demoId, { workspace, visit, conversation: id, contact, bookedAt })
  const handoff =
    kind === 'handoff' ? { requested_at: endedAt, reason: lines.at(-2)?.text ?? null } : null
  const visitor = describeVisitor(random, link ? linkSource : undefined)
  const entry: DemoVisit = {
    id: demoId('visit', `${visit.name} conversation`, startedAt),
    at: startedAt,
    page: visit.topic.page,
    visitor,
    link,
    shown,
    test,
    stages: test
      ? []
      : [
          'openings_seen',
          'chats_opened',
          'conversations',
          ...(person ? (['leads'] as const) : []),
          ...(meeting ? (['meetings'] as const) : []),
        ],
  }
  const data: StoredConversation['data'] = {
    ...emptyConversation('website'),
    page_url: addressOf(visit.topic.page),
    page_path: visit.topic.page,
    link: link?.id ?? null,
    message_count: lines.length,
    preview: previewOf(lines[0]?.text ?? ''),
    spoken: true,
    contact,
    lead: person && {
      first_name: person.firstName,
      last_name: person.lastName,
      captured_at: endedAt,
    },
    booking: meeting && { meeting: meeting.id, start_at: meeting.startAt },
    handoff,
    visitor,
    visit: entry.id,
    opening: shown ? { experiment: shown.test.id, variant: shown.arm.id } : noOpening,
    evaluation: graded ? evaluate(random, visit) : null,
    completed_at: completedAt,
    counted: !test,
  }
  const keys = {
    workspace,
    started_at: startedAt,
    updated_at: completedAt ?? endedAt,
    test: Number(test),
    has_lead: person ? 1 : 0,
    graded: graded ? 1 : 0,
    lead_email: person?.email ?? null,
    booker_email: meeting?.email ?? null,
    visitor_email: null,
    visitor_external_id: null,
    due_at: null,
    lease: null,
  }
  const row = { id, rev: 1, keys, data: { ...data, outcome: outcomeOf(data) } }
  const transcript = messageRows(demoId, workspace, id, visit.name, lines)
  return {
    row,
    transcript,
    meeting,
    link,
    shown,
    bookedAt,
    nth: visit.nth,
    ops: [
      ...visitRows(workspace, entry),
      conversations.insert(id, keys, row.data),
      ...transcript.map((message) => messages.insert(message.id, message.keys, message.data)),
      ...(meeting ? [meeting.op] : []),
    ],
  }
}

const noOpening = { experiment: null, variant: null }

function messageRows(
  demoId: DemoId,
  workspace: string,
  conversation: string,
  visit: string,
  lines: readonly Line[],
): StoredMessage[] {
  return lines.map(({ role, text, tools, at }, position) => ({
    id: demoId('message', `${visit}.${position}`, at),
    rev: 1,
    keys: { workspace, conversation, position, created_at: at },
    data: { role, text, tools },
  }))
}
