import type { LinkGreetingData } from '@doorkit/server/internal'

export const greetingTexts: readonly LinkGreetingData[] = [
  {
    name: 'First contact',
    text: 'Hi {first|there}! I can show you how {company|your company} could plan its shifts.',
    buttons: [
      { label: 'Show me', message: 'How do companies like ours plan their shifts?' },
      { label: 'What does it cost?', message: 'What does it cost?' },
    ],
    agent_note: 'Job title: {title|unknown}. Company: {company|unknown}.',
  },
  {
    name: 'After a demo',
    text: 'Welcome back, {first|and good to see you}. Any questions after the demo?',
    buttons: [],
    agent_note: null,
  },
]

/** The audiences of the demo's personal links. The last two links are drafts. */
export const linkAudiences: readonly string[] = ['Spring', 'Summer', 'Autumn'].flatMap((season) =>
  [
    'bakeries',
    'care homes',
    'cinemas',
    'clinics',
    'couriers',
    'gyms',
    'hotels',
    'pharmacies',
    'retail chains',
    'warehouses',
  ].map((trade) => `${season}, ${trade}`),
)
