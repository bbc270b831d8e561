import type { VariantData } from '@doorkit/server/internal'

/** One arm of an opening test, with its opening. */
export interface ArmText extends Pick<VariantData, 'name' | 'headline' | 'buttons'> {
  /** The share of visitors who open the chat, among those who write nothing. */
  readonly shareWhoOpenChat: number
}

export interface OpeningTestText {
  readonly name: string
  readonly pages: readonly string[]
  readonly hypothesis: string
  readonly startedDaysAgo: number
  /** Null if nobody stopped it. */
  readonly stoppedDaysAgo: number | null
  /** The control, and the variant that is compared with it. */
  readonly arms: readonly [ArmText, ArmText]
}

const prices = { label: 'Prices', message: 'What does it cost?' }
const demo = { label: 'Book a demo', message: 'Could I see a demo?' }

/** One test that runs, one that found a winner, and one that was stopped. */
export const openingTestTexts: readonly OpeningTestText[] = [
  {
    name: 'Pricing: name the trial',
    pages: ['/pricing'],
    hypothesis: 'People who compare prices want to know first whether a trial costs anything.',
    startedDaysAgo: 28,
    stoppedDaysAgo: null,
    arms: [
      {
        name: 'Control',
        headline: 'Questions about our plans?',
        buttons: [prices],
        shareWhoOpenChat: 0.07,
      },
      {
        name: 'The trial',
        headline: 'Try it for 30 days, without a card. Questions?',
        buttons: [prices, demo],
        shareWhoOpenChat: 0.085,
      },
    ],
  },
  {
    name: 'Home: say what it saves',
    pages: ['/'],
    hypothesis: 'A number gives people more reason to write than a greeting does.',
    startedDaysAgo: 80,
    stoppedDaysAgo: null,
    arms: [
      {
        name: 'Control',
        headline: 'Hi! How can we help?',
        buttons: [demo],
        shareWhoOpenChat: 0.06,
      },
      {
        name: 'Hours saved',
        headline: 'Plan next week in 20 minutes. Shall I show you?',
        buttons: [demo, prices],
        shareWhoOpenChat: 0.16,
      },
    ],
  },
  {
    name: 'Product pages: ask about the team',
    pages: ['/how-it-works', '/integrations', '/security', '/contact'],
    hypothesis: 'An opening that asks a question starts more conversations.',
    startedDaysAgo: 88,
    stoppedDaysAgo: 20,
    arms: [
      {
        name: 'Control',
        headline: 'Anything unclear?',
        buttons: [],
        shareWhoOpenChat: 0.07,
      },
      {
        name: 'How many people?',
        headline: 'How many people do you plan for?',
        buttons: [],
        shareWhoOpenChat: 0.07,
      },
    ],
  },
]
