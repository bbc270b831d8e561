import type { ExperimentStatus, VariantData } from '@doorkit/server/internal'

/** One opening of a test of the demo, and which share of its visitors opens the chat. */
export interface ArmText extends Pick<VariantData, 'name' | 'headline' | 'buttons' | 'angle'> {
  readonly opensChat: number
}

/** A test of openings of the demo. */
export interface OpeningTestText {
  readonly name: string
  readonly status: ExperimentStatus
  readonly pages: readonly string[]
  readonly hypothesis: string
  readonly startedDaysAgo: number
  /** Null while it runs. */
  readonly endedDaysAgo: number | null
  /** The control, and the variant that is tried against it. */
  readonly arms: readonly [ArmText, ArmText]
}

const prices = { label: 'Prices', message: 'What does it cost?' }
const demo = { label: 'Book a demo', message: 'Could I see a demo?' }

/** One test that runs, one that found a winner, and one that was stopped. */
export const openingTestTexts: readonly OpeningTestText[] = [
  {
    name: 'Pricing: name the trial',
    status: 'running',
    pages: ['/pricing'],
    hypothesis: 'Who compares prices wants to know first whether trying costs anything.',
    startedDaysAgo: 28,
    endedDaysAgo: null,
    arms: [
      {
        name: 'Control',
        headline: 'Questions about our plans?',
        buttons: [prices],
        angle: null,
        opensChat: 0.07,
      },
      {
        name: 'The trial',
        headline: 'Try it for 30 days, without a card. Questions?',
        buttons: [prices, demo],
        angle: 'less risk',
        opensChat: 0.085,
      },
    ],
  },
  {
    name: 'Home: say what it saves',
    status: 'winner_found',
    pages: ['/'],
    hypothesis: 'A number is more of a reason to write than a greeting.',
    startedDaysAgo: 62,
    endedDaysAgo: 20,
    arms: [
      {
        name: 'Control',
        headline: 'Hi! How can we help?',
        buttons: [demo],
        angle: null,
        opensChat: 0.06,
      },
      {
        name: 'Hours saved',
        headline: 'Plan next week in 20 minutes. Shall I show you?',
        buttons: [demo, prices],
        angle: 'time saved',
        opensChat: 0.13,
      },
    ],
  },
  {
    name: 'Product pages: ask about the team',
    status: 'stopped',
    pages: ['/how-it-works', '/integrations'],
    hypothesis: 'A question back begins more conversations.',
    startedDaysAgo: 85,
    endedDaysAgo: 41,
    arms: [
      {
        name: 'Control',
        headline: 'Anything unclear?',
        buttons: [],
        angle: null,
        opensChat: 0.07,
      },
      {
        name: 'How many people?',
        headline: 'How many people do you plan for?',
        buttons: [],
        angle: 'a question back',
        opensChat: 0.07,
      },
    ],
  },
]
