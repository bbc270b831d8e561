import type {
  ChatAction,
  ChatMessageSend,
  ChatReply,
  ChatSession,
  ChatSessionCreate,
  Conversation,
  ConversationTeam,
  Evaluation,
  Meeting,
  Message,
  MessageAuthor,
  Person,
  PersonInput,
  PersonMessage,
  TeamChange,
} from '../../src/index.ts'
import { changed, created } from './moments.ts'

/** A message of a person. */
export const message: Message = {
  id: 'msg_1',
  role: 'assistant',
  text: 'Hello!',
  created_at: created,
  tools: ['searched knowledge'],
  author: { kind: 'person', id: 'user-7', name: 'Grace' },
}

const evaluation: Evaluation = {
  intent: 'pricing',
  buying_stage: null,
  qualification_score: 100,
  meeting_intent: 7.5,
  understood: true,
  failure_category: null,
  abandonment_reason: null,
  recommended_improvement: null,
}

/** A conversation with a lead, a handoff and a booking. */
export const conversation: Conversation = {
  id: 'conv_1',
  object: 'conversation',
  page_url: 'https://acme.example/pricing',
  page_path: '/pricing',
  channel: 'website',
  link: 'lk_1',
  outcome: 'meeting',
  message_count: 1,
  preview: 'Hello!',
  contact: 'ct_1',
  lead: { first_name: 'Ada', last_name: null, email: 'ada@example.com', captured_at: created },
  booking: { booker_email: 'ada@example.com', meeting: 'mtg_1', start_at: changed },
  handoff: { requested_at: created, reason: 'Asked for a person.' },
  team: { state: 'person', since: created, person: { id: 'user-7', name: 'Grace' } },
  visitor: {
    device: 'desktop',
    country: 'GB',
    source: 'google',
    utm: { utm_source: 'news' },
    ai_referred: false,
  },
  opening: { experiment: 'exp_1', variant: 'var_1' },
  evaluation,
  messages: [message],
  test: false,
  started_at: created,
  updated_at: changed,
  completed_at: null,
}

export const meeting: Meeting = {
  id: 'mtg_1',
  object: 'meeting',
  status: 'booked',
  verified: true,
  provider: 'calcom',
  meeting_type: 'Intro',
  host: 'Grace',
  start_at: created,
  end_at: changed,
  booked_at: created,
  updated_at: created,
  reschedules: 0,
  join_url: 'https://meet.example/1',
  reschedule_url: null,
  cancel_url: null,
  conversation: 'conv_1',
  contact: 'ct_1',
  invitee: { name: 'Ada', email: 'ada@example.com' },
  test: false,
}

/** Conversations, the meetings that were booked in them, and chat sessions. */
export const conversationExamples = {
  Conversation: conversation,
  Evaluation: evaluation,
  Meeting: meeting,
  Message: message,
  MessageAuthor: { kind: 'person', id: 'user-7', name: 'Grace' } satisfies MessageAuthor,
  Person: { id: 'user-7', name: 'Grace' } satisfies Person,
  PersonInput: { person: { id: 'user-7', name: 'Grace' } } satisfies PersonInput,
  PersonMessage: {
    person: { id: 'user-7', name: 'Grace' },
    text: 'Hello, I am Grace.',
  } satisfies PersonMessage,
  ConversationTeam: { state: 'agent', since: null, person: null } satisfies ConversationTeam,
  TeamChange: {
    object: 'team_change',
    conversation: 'conv_1',
    team: { state: 'agent', since: created, person: null },
  } satisfies TeamChange,
  ChatAction: { type: 'booking_offered', booking_url: null } satisfies ChatAction,
  ChatMessageSend: { text: 'Hello', stream: false } satisfies ChatMessageSend,
  ChatReply: {
    object: 'chat_reply',
    session: 'chs_1',
    message: { id: 'msg_1', role: 'assistant', text: 'Hello!', created_at: created },
    actions: [{ type: 'handoff_requested' }, { type: 'searched_knowledge' }],
  } satisfies ChatReply,
  ChatSession: {
    id: 'chs_1',
    object: 'chat_session',
    conversation: 'conv_1',
    channel: 'slack-app',
    status: 'handed_off',
    team: { state: 'waiting', since: created, person: null },
    created_at: created,
    updated_at: changed,
    messages: [message],
  } satisfies ChatSession,
  ChatSessionCreate: {
    channel: 'slack-app',
    page_url: 'https://acme.example',
    visitor: { email: 'ada@example.com', name: 'Ada', external_id: 'crm-7' },
    context: { plan: 'pro', seats: 4, trial: false },
  } satisfies ChatSessionCreate,
}
