import type {
  Analytics,
  Experiment,
  ExperimentCreate,
  Variant,
  VariantPromote,
  VariantPropose,
  VariantResults,
} from '../../src/index.ts'
import { changed, created } from './moments.ts'

const results: VariantResults = {
  views: 240,
  stages: { chats: 31 },
  rate: 0.13,
  rate_low: 0.09,
  rate_high: 0.18,
  chance_beats_current: null,
  lift: 0,
  computed_at: created,
}

const variant: Variant = {
  id: 'var_1',
  object: 'variant',
  name: 'Control',
  control: true,
  headline: 'Questions?',
  buttons: [{ label: 'Prices', message: 'What does it cost?', locked: true }],
  angle: null,
  created_at: created,
  results,
}

/** An opening test. */
export const experiment: Experiment = {
  id: 'exp_1',
  object: 'experiment',
  name: 'Pricing opening',
  status: 'running',
  internal_status: 'collecting',
  pages: ['/pricing'],
  metric: 'meetings',
  hypothesis: null,
  winner: null,
  verdict: null,
  created_at: created,
  started_at: created,
  ended_at: null,
  applied_at: null,
  variants: [variant],
  result: null,
}

/** The counts of a page or a source. */
const counts = {
  visitors: 10,
  openings_seen: 9,
  chats_opened: 5,
  conversations: 4,
  leads: 2,
  meetings: 1,
}

const analytics: Analytics = {
  object: 'analytics',
  range: '7d',
  filters: { page: '/pricing', source: null, device: 'desktop' },
  window: { from: created, to: changed, previous_from: created },
  headline: [
    { metric: 'visitors', value: 10, previous: 8, series: [{ day: '2026-10-12', value: 10 }] },
  ],
  funnel: [
    { stage: 'visitors', label: 'Visitors', visitors: 10, rate_from_previous: null },
    { stage: 'opening_seen', label: 'Saw the opening', visitors: 9, rate_from_previous: 0.9 },
  ],
  biggest_drop: { from: 'visitors', to: 'opening_seen', lost: 1, rate: 0.1 },
  by_day: [{ day: '2026-10-12', visitors: 10, leads: 2, meetings: 1 }],
  pages: [{ label: '/pricing', ...counts }],
  sources: [{ label: 'chatgpt', ...counts, ai_assistant: true }],
  devices: [{ label: 'desktop', count: 10 }],
  returning: [{ label: 'new', count: 10 }],
  intents: [{ label: 'pricing', count: 2 }],
  buying_stages: [{ label: 'consideration', count: 2 }],
  failures: [{ label: 'no_answer', count: 1 }],
  conversation_quality: {
    graded: 2,
    understood_rate: 0.5,
    average_qualification: 62.5,
    average_meeting_intent: 4,
    needs_review: 1,
  },
}

/** Analytics, and opening tests. */
export const experimentExamples = {
  Analytics: analytics,
  Experiment: experiment,
  ExperimentCreate: {
    name: 'Pricing opening',
    pages: ['/pricing'],
    metric: 'leads',
    hypothesis: 'A question invites answers.',
    headline: 'Questions?',
    buttons: [{ label: 'Prices', message: 'What does it cost?' }],
  } satisfies ExperimentCreate,
  Variant: variant,
  VariantPromote: { variant: 'var_2' } satisfies VariantPromote,
  VariantPropose: {
    headline: 'Which plan fits your team?',
    buttons: [],
    name: 'Plan question',
    hypothesis: 'A question about the team invites more answers.',
  } satisfies VariantPropose,
  VariantResults: results,
}
