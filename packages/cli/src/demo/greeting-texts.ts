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

/** The names of the demo's personal links: each says whom the link is for. */
export const linkNames: readonly string[] = ['Spring', 'Summer', 'Autumn'].flatMap((season) =>
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
