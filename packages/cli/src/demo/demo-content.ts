import { contacts, dayMs } from '@doorkit/server/internal'
import { documentTexts, pageSections, pageTitle } from './document-texts.ts'
import { greetingTexts, linkNames } from './greeting-texts.ts'
import type { Person } from './people.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Action, Simulation } from './simulation.ts'

export interface DemoLink {
  readonly id: string
  readonly page: string
}

export const bookingUrl = 'https://acme.example/book'

export const buttons = [
  { label: 'Ask about prices', message: 'What does it cost?', size: 'md' },
  {
    label: 'See a demo',
    behavior: 'link',
    link: bookingUrl,
    style: 'custom',
    corners: 'pill',
    colors: { background: '#1f4d3a', text: '#ffffff', border: null, hover: '#2b6b51' },
  },
  {
    label: 'Opening hours',
    behavior: 'html',
    html: '<p>We answer from Monday to Friday, 8:00 to 18:00.</p>',
    style: 'outline',
    width: 'full',
  },
]

const appearance = {
  revision: 1,
  title: 'Acme',
  subtitle: 'Answers about shift planning, at any hour',
  color: '#1f4d3a',
}

/**
 * Plans the team's setup: the appearance, documents, chat buttons and two knowledge pages, of which one
 * cannot be read.
 */
export function contentActions({ call, record }: Simulation, today: number): Action[] {
  const begin = today - 90 * dayMs
  const actions = [
    () => call('/appearance', appearance, 'PATCH'),
    ...documentTexts.map((text) => () => call('/knowledge/documents', text)),
    ...buttons.map((button) => () => call('/chat_buttons', button)),
  ]
  const readPage = async () => {
    const page = { url: 'https://acme.example/integrations', section: 'Product' }
    const { id } = await call('/knowledge/sources', page)
    await record.knowledge.pageRead(id, { title: pageTitle, sections: pageSections })
  }
  const reportUnreadablePage = async () => {
    const { id } = await call('/knowledge/sources', { url: 'https://acme.example/partners' })
    await record.knowledge.pageFailed(id, { error: 'HTTP 404' })
  }
  return [
    ...actions.map((run) => ({ at: begin, run })),
    { at: today - 76 * dayMs, run: readPage },
    { at: today - 5 * dayMs, run: reportUnreadablePage, writesEvents: true },
  ]
}

const linkPages = ['/pricing', '/', '/how-it-works', '/security', '/integrations'] as const

/** Plans two greetings and thirty links, two of them drafts. The others join `links`. */
export function linkActions(
  { call }: Simulation,
  random: SeededRandom,
  today: number,
  links: DemoLink[],
): Action[] {
  const greetings: string[] = []
  const makeLinks = linkNames.map((name, position) => {
    const page = linkPages[position % linkPages.length] ?? '/'
    const isDraft = position >= linkNames.length - 2
    const run = async () => {
      const greeting = isDraft ? null : greetings[position % greetings.length]
      const { id } = await call('/personal_links', { name, page, greeting })
      if (!isDraft) links.push({ id, page })
    }
    return { at: today - random.between(35, 86) * dayMs, run }
  })
  const greet = greetingTexts.map((text) => async () => {
    greetings.push((await call('/link_greetings', text)).id)
  })
  return [...greet.map((run) => ({ at: today - 88 * dayMs, run })), ...makeLinks]
}

/** Plans the contacts who never chat: they come from the API or an import. */
export function contactActions(
  simulation: Simulation,
  random: SeededRandom,
  today: number,
  people: readonly Person[],
): Action[] {
  return people.map((person, position) => {
    const at = today - random.between(2, 89) * dayMs
    const run = () =>
      simulation.store.commit([contactRow(simulation, random, person, position, at)])
    return { at, run }
  })
}

function contactRow(
  { workspace, makeId }: Simulation,
  random: SeededRandom,
  { firstName, lastName, company, email }: Person,
  position: number,
  at: number,
) {
  const external_id = `crm-${1_001 + position}`
  return contacts.insert(
    makeId('contact'),
    { workspace, email, external_id, created_at: at, updated_at: at },
    {
      first_name: firstName,
      last_name: lastName,
      name: `${firstName} ${lastName}`,
      company,
      // Ofcom reserves these numbers for TV and radio drama.
      phone: random.chance(0.3) ? `+44 20 7946 0${random.between(100, 999)}` : null,
      attributes: {
        employees: random.between(2, 40) * 10,
        newsletter: random.chance(0.4),
        segment: company.endsWith('Group') ? 'chain' : 'single',
      },
      identity_verified: true,
      source: random.chance(0.5) ? 'api' : 'import',
      first_seen_at: at,
      last_seen_at: at,
    },
  )
}
