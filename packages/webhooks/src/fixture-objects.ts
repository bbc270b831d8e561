import type {
  Contact,
  Conversation,
  Experiment,
  KnowledgeSource,
  Meeting,
  Variant,
} from './contract.ts'

/** When the events of the fixtures happened. */
export const fixtureTime = '2026-10-12T09:00:00.000Z'

/** The contact of the fixtures. */
export const contact: Contact = {
  id: 'ct_fixture',
  object: 'contact',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  name: 'Ada Lovelace',
  company: 'Analytical Engines',
  phone: null,
  external_id: null,
  attributes: {},
  identity_verified: false,
  source: 'chat',
  first_seen_at: fixtureTime,
  last_seen_at: fixtureTime,
  created_at: fixtureTime,
  updated_at: fixtureTime,
}

/** The conversation of the fixtures at its first message. */
export const conversation: Conversation = {
  id: 'conv_fixture',
  object: 'conversation',
  page_url: 'https://www.example.com/pricing',
  page_path: '/pricing',
  channel: 'website',
  link: null,
  outcome: 'none',
  message_count: 1,
  preview: 'Do you integrate with our CRM?',
  contact: null,
  lead: null,
  booking: null,
  handoff: null,
  team: { state: 'agent', since: null, person: null },
  visitor: {
    device: 'desktop',
    country: 'GB',
    source: 'google',
    utm: { utm_campaign: 'spring' },
    ai_referred: false,
  },
  opening: { experiment: null, variant: null },
  evaluation: null,
  test: false,
  started_at: fixtureTime,
  updated_at: fixtureTime,
  completed_at: null,
}

/** The members that a transcript adds to a conversation, or changes in it. */
export const transcript = {
  message_count: 2,
  messages: [
    {
      id: 'msg_fixture1',
      role: 'user',
      text: 'Do you integrate with our CRM?',
      created_at: fixtureTime,
      tools: [],
    },
    {
      id: 'msg_fixture2',
      role: 'assistant',
      text: 'Yes, through the workspace API.',
      created_at: fixtureTime,
      tools: ['searched_knowledge'],
    },
  ],
} satisfies Partial<Conversation>

/** The meeting of the fixtures. */
export const meeting: Meeting = {
  id: 'mtg_fixture',
  object: 'meeting',
  status: 'booked',
  verified: true,
  provider: 'cal.com',
  meeting_type: 'Introduction',
  host: 'Grace Hopper',
  start_at: '2026-10-14T13:00:00.000Z',
  end_at: '2026-10-14T13:30:00.000Z',
  booked_at: fixtureTime,
  updated_at: fixtureTime,
  reschedules: 0,
  join_url: 'https://meet.example.com/fixture',
  reschedule_url: 'https://calendar.example.com/fixture/reschedule',
  cancel_url: 'https://calendar.example.com/fixture/cancel',
  conversation: 'conv_fixture',
  contact: 'ct_fixture',
  invitee: { name: 'Ada Lovelace', email: 'ada@example.com' },
  test: false,
}

const variant = (id: Variant['id'], control: boolean, headline: string): Variant => ({
  id,
  object: 'variant',
  name: control ? 'Current opening' : 'Question first',
  control,
  headline,
  buttons: [{ label: 'Pricing', message: 'What does it cost?', locked: true }],
  angle: control ? null : 'curiosity',
  created_at: fixtureTime,
  results: {
    views: 400,
    stages: { chats: control ? 40 : 72 },
    rate: control ? 0.1 : 0.18,
    rate_low: control ? 0.07 : 0.14,
    rate_high: control ? 0.13 : 0.22,
    chance_beats_current: control ? null : 0.99,
    lift: control ? 0 : 0.8,
    computed_at: fixtureTime,
  },
})

/** The opening test of the fixtures, while it runs. */
export const experiment: Experiment = {
  id: 'exp_fixture',
  object: 'experiment',
  name: 'Pricing page opening',
  status: 'running',
  internal_status: 'comparing',
  pages: ['/pricing'],
  metric: 'chats',
  hypothesis: 'A question invites more answers than a greeting.',
  winner: null,
  verdict: null,
  created_at: fixtureTime,
  started_at: fixtureTime,
  ended_at: null,
  applied_at: null,
  variants: [
    variant('var_fixture1', true, 'Hello! How can we help?'),
    variant('var_fixture2', false, 'Which plan fits your team?'),
  ],
  result: null,
}

/** The page of the fixtures, which could not be read. */
export const knowledgeSource: KnowledgeSource = {
  id: 'src_fixture',
  object: 'knowledge_source',
  url: 'https://www.example.com/help',
  section: 'Help',
  title: null,
  status: 'failed',
  error: 'The page answered 503.',
  characters: 0,
  chunks: 0,
  read_at: null,
  created_at: fixtureTime,
}
