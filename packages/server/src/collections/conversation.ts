import {
  type Conversation,
  type ConversationTeam,
  type Id,
  type Message,
  toTimestamp,
} from '@doorkit/models'
import type { TurnLead } from '../ports/agent-turn-tool.ts'
import { withoutEmailAddresses, withoutIdentifyingParts } from '../text/email-addresses.ts'
import { firstCharacters } from '../text/first-characters.ts'
import { collection } from './collection.ts'
import { orNull, plain, type StoredRow } from './declare-collection.ts'

type ShownField = 'page_url' | 'page_path' | 'channel' | 'outcome' | 'message_count' | 'preview'

/** Says who answers the visitor of a conversation. */
export interface TeamData extends Readonly<Pick<ConversationTeam, 'state' | 'person'>> {
  /** When the state began; null if it has never changed. */
  readonly since: number | null
  /** When the visitor began to wait for a person's message; null while the visitor waits for none. */
  readonly unanswered_since: number | null
}

export interface ConversationData
  extends Readonly<Pick<Conversation, ShownField | 'visitor' | 'opening' | 'evaluation'>> {
  readonly link: string | null
  readonly contact: string | null
  readonly lead: {
    readonly first_name: string | null
    readonly last_name: string | null
    readonly captured_at: number
  } | null
  /** The details that the visitor gave to the agent, without the email address. */
  readonly details?: Omit<TurnLead, 'email'> | null | undefined
  readonly booking: { readonly meeting: string | null; readonly start_at: number | null } | null
  readonly handoff: { readonly requested_at: number; readonly reason: string | null } | null
  /** Absent if the team state has never changed: see {@link teamOf}. */
  readonly team?: TeamData | undefined
  readonly completed_at: number | null
  /** Whether the visitor has ever written a message, even one that was erased. */
  readonly spoken: boolean
  /** The visit in which the conversation began; null if none was named. */
  readonly visit: string | null
  /**
   * False for previews, trials, and sessions of the chat API without a visit: analytics do not count them.
   */
  readonly counted: boolean
}

/** The addresses and the external id are columns, because privacy operations find conversations by them. */
const conversationColumns = {
  workspace: 'text',
  started_at: 'integer',
  updated_at: 'integer',
  test: 'integer',
  has_lead: 'integer',
  graded: 'integer',
  lead_email: orNull('text'),
  booker_email: orNull('text'),
  /** The verified address of the chat session, or of the owner of the session's external id. */
  visitor_email: orNull('text'),
  /** The application's id of the visitor; null if a contact had it, or its owner's email replaces it. */
  visitor_external_id: orNull('text'),
  /** When the conversation will have been quiet long enough to be graded; null if no grading is due. */
  due_at: orNull('integer'),
  /** The fencing token of the worker that grades the conversation. */
  lease: orNull('text'),
} as const

// Two indexes begin with the columns of all filters. If a request does not filter by a column, the list
// merges the rows of both values of the column.
const filters = ['workspace', 'test', 'has_lead', 'graded']

/** Conversations, without their messages. */
export const conversations = collection<typeof conversationColumns, ConversationData>({
  name: 'conversations',
  columns: conversationColumns,
  indexes: [
    { name: 'conversations_by_start', on: [...filters, 'started_at'] },
    { name: 'conversations_by_change', on: [...filters, 'updated_at'] },
    // This index serves reads across workspaces: for changes, and for conversations past their retention.
    { name: 'conversations_changed', on: ['updated_at'] },
    { name: 'conversations_lead', on: ['workspace', 'lead_email'] },
    { name: 'conversations_booker', on: ['workspace', 'booker_email'] },
    { name: 'conversations_visitor', on: ['workspace', 'visitor_email'] },
    { name: 'conversations_visitor_external', on: ['workspace', 'visitor_external_id'] },
    { name: 'conversations_quiet', on: ['due_at', 'workspace'] },
    { name: 'conversations_quiet_workspace', on: ['workspace', 'due_at'] },
  ],
  retention: 'forever',
  fields: {
    ...plain('channel', 'link', 'outcome', 'booking', 'opening', 'team'),
    lead_email: { is: 'email' },
    booker_email: { is: 'email' },
    visitor_email: { is: 'email' },
    visitor_external_id: { is: 'external_id', beside: 'visitor_email' },
    page_url: { erased: (url) => url && withoutIdentifyingParts(url) },
    page_path: { erased: (path) => path && withoutEmailAddresses(path) },
    message_count: { erased: 0 },
    preview: { erased: '' },
    contact: { erased: null },
    lead: { erased: (lead) => lead && { ...lead, first_name: null, last_name: null } },
    details: { erased: (details) => details && null },
    handoff: { erased: (handoff) => handoff && { ...handoff, reason: null } },
    visitor: { erased: (visitor) => ({ ...visitor, utm: {} }) },
    visit: { of: 'visits' },
    evaluation: {
      erased: (evaluation) =>
        evaluation && {
          ...evaluation,
          intent: null,
          buying_stage: null,
          failure_category: null,
          abandonment_reason: null,
          recommended_improvement: null,
        },
    },
    // A grading in progress loses its lease, because the evaluation would be about erased text.
    due_at: { erased: null },
    lease: { erased: null },
  },
  ids: 'conversation',
  exported: (row) => ['conversations', toConversation(row, { showsNames: true })],
})

export type StoredConversation = StoredRow<typeof conversationColumns, ConversationData>

const onlyAgent: TeamData = { state: 'agent', since: null, person: null, unanswered_since: null }

export function teamOf({ data }: { readonly data: Pick<ConversationData, 'team'> }): TeamData {
  return data.team ?? onlyAgent
}

/** The team state of a conversation in the API's form. Without a conversation, the agent answers. */
export function toTeam(
  row: { readonly data: Pick<ConversationData, 'team'> } | null,
): ConversationTeam {
  const { state, since, person } = row ? teamOf(row) : onlyAgent
  return { state, since: since === null ? null : toTimestamp(since), person }
}

const previewCharacters = 140

/** The start of the visitor's first message, for the preview. No character is split. */
export function previewOf(text: string): string {
  return firstCharacters(text, previewCharacters)
}

/** The details that a visitor has given about themselves in a conversation. */
export function leadSoFar({
  columns,
  data,
}: Pick<StoredConversation, 'columns' | 'data'>): TurnLead {
  const { lead, details } = data
  const name = [lead?.first_name, lead?.last_name].filter(Boolean).join(' ')
  return {
    name: details?.name ?? (name || null),
    email: columns.lead_email ?? null,
    phone: details?.phone ?? null,
    company: details?.company ?? null,
    need: details?.need ?? null,
  }
}

export interface ConversationView<Messages> {
  /** If false, names, emails and the contact are null, as for an API key without contacts:read. */
  readonly showsNames: boolean
  /** The messages, or a list from which they are read later; absent to leave them out. */
  readonly messages?: Messages | undefined
}

export function toConversation<Messages = Message[]>(
  row: Pick<StoredConversation, 'id' | 'columns' | 'data'>,
  { showsNames, messages }: ConversationView<Messages>,
): Omit<Conversation, 'messages'> & { messages?: Messages } {
  const { columns, data } = row
  const named = <T>(value: T): T | null => (showsNames ? value : null)
  return {
    id: row.id as Id<'conversation'>,
    object: 'conversation',
    page_url: data.page_url,
    page_path: data.page_path,
    channel: data.channel,
    link: data.link as Id<'personalLink'> | null,
    outcome: data.outcome,
    message_count: data.message_count,
    preview: data.preview,
    contact: named(data.contact as Id<'contact'> | null),
    lead: data.lead && {
      first_name: named(data.lead.first_name),
      last_name: named(data.lead.last_name),
      email: named(columns.lead_email),
      captured_at: toTimestamp(data.lead.captured_at),
    },
    booking: data.booking && {
      booker_email: named(columns.booker_email),
      meeting: data.booking.meeting as Id<'meeting'> | null,
      start_at: data.booking.start_at === null ? null : toTimestamp(data.booking.start_at),
    },
    handoff: data.handoff && {
      requested_at: toTimestamp(data.handoff.requested_at),
      reason: data.handoff.reason,
    },
    team: toTeam(row),
    visitor: data.visitor,
    opening: data.opening,
    evaluation: data.evaluation,
    ...(messages === undefined ? {} : { messages }),
    test: columns.test === 1,
    started_at: toTimestamp(columns.started_at),
    updated_at: toTimestamp(columns.updated_at),
    completed_at: data.completed_at === null ? null : toTimestamp(data.completed_at),
  }
}
