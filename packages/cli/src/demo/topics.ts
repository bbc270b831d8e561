/** A topic that visitors ask about. The demo's company, Acme, sells shift planning. */
export interface Topic {
  /** The intent in an evaluation. */
  readonly intent: string
  /** The page on which visitors ask about it. */
  readonly page: string
  readonly firstMessages: readonly [string, ...string[]]
  readonly answer: string
  readonly followUp: { readonly question: string; readonly answer: string }
  /** The recommendation in an evaluation if the agent did not understand the question. */
  readonly improvement: string
}

export const topics: readonly [Topic, ...Topic[]] = [
  {
    intent: 'pricing',
    page: '/pricing',
    firstMessages: [
      'How much is it for a team of 25?',
      'What does the Team plan cost per month?',
      'Hi, do you bill per person or per location?',
    ],
    answer:
      'Team costs 3 euros per person per month, billed for the people who are planned in that month. There is no fee per location.',
    followUp: {
      question: 'And if we pay for a year?',
      answer: 'If you pay yearly, two months are free.',
    },
    improvement: 'Show an example for a team of 25 on the pricing page.',
  },
  {
    intent: 'trial',
    page: '/',
    firstMessages: [
      'Can I try it before we buy?',
      'Is there a free trial?',
      'Do I need a credit card to test this?',
    ],
    answer: 'Yes: 30 days with everything in it, without a card. What you plan in the trial stays.',
    followUp: {
      question: 'What happens after the 30 days?',
      answer: 'You choose a plan, or your workspace becomes read only. Nothing is deleted.',
    },
    improvement: 'Say next to the sign-up button that no card is needed.',
  },
  {
    intent: 'payroll',
    page: '/integrations',
    firstMessages: [
      'Does it export hours to our payroll software?',
      'Which payroll systems do you connect to?',
      'We need the hours as CSV for the accountant. Possible?',
    ],
    answer:
      'Approved hours can be exported as CSV or sent to payroll through the API, per location and pay period.',
    followUp: {
      question: 'Do surcharges for nights and Sundays work?',
      answer: 'Yes. Surcharges are rules by time and day, and appear as columns of their own.',
    },
    improvement: 'Name the payroll systems that customers use.',
  },
  {
    intent: 'import',
    page: '/how-it-works',
    firstMessages: [
      'We plan in a spreadsheet today. Can we bring it over?',
      'How long does it take to set up?',
      'Can you import our staff list?',
    ],
    answer:
      'Yes. Upload the spreadsheet, match its columns once, and the first plan is ready in about an hour.',
    followUp: {
      question: 'Who helps when the columns do not fit?',
      answer: 'Onboarding is part of every plan: send us the file and we prepare the import.',
    },
    improvement: 'Offer a sample spreadsheet to download.',
  },
  {
    intent: 'security',
    page: '/security',
    firstMessages: [
      'Where is our data stored?',
      'Are you GDPR compliant?',
      'Our IT department asks for single sign-on.',
    ],
    answer:
      'All data is kept in the European Union and encrypted at rest. Single sign-on is part of the Business plan.',
    followUp: {
      question: 'Can we get a data processing agreement?',
      answer: 'Yes, it is in your settings, ready to sign.',
    },
    improvement: 'Link to the data processing agreement from the security page.',
  },
  {
    intent: 'mobile_app',
    page: '/how-it-works',
    firstMessages: [
      'Is there an app for the staff?',
      'Can people swap shifts on their phone?',
      'How do employees see the plan?',
    ],
    answer:
      'Everybody sees the plan in the app for iOS and Android, offers shifts for swapping and asks for leave there.',
    followUp: {
      question: 'Do they need an email address for it?',
      answer: 'No, a phone number or a code from the notice board is enough.',
    },
    improvement: 'Show what an employee sees.',
  },
  {
    intent: 'multiple_locations',
    page: '/pricing',
    firstMessages: [
      'We have 8 locations. Can one person plan for all?',
      'Can managers see only their own location?',
      'Do people who work in two places count twice?',
    ],
    answer:
      'Locations share one staff list, managers see the locations they are given, and nobody is counted twice.',
    followUp: {
      question: 'Is there a limit on locations?',
      answer: 'No, neither on Team nor on Business.',
    },
    improvement: 'Explain locations and roles in one picture.',
  },
  {
    intent: 'support',
    page: '/contact',
    firstMessages: [
      'I have not been able to log in since this morning.',
      'Our plan for next week has disappeared!',
      'The app says my shift was changed, but it was not.',
    ],
    answer:
      'I am sorry about that. Please sign out and in again. If that does not help, a colleague has to look at your account.',
    followUp: {
      question: 'I did that. It did not help.',
      answer: 'Then somebody on our team has to look at it.',
    },
    improvement: 'Add the known issues of the app to the knowledge.',
  },
]
