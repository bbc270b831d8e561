import { eventually, wordyAgent } from '@doorkit/tests/wordy-agent'
import { type Agent, signVisitor } from '../../../../server/src/index.ts'
import type { openSite, SiteSettings } from './open-site.ts'
import type { widgetPage } from './widget-page.ts'

type Site = Awaited<ReturnType<typeof openSite>>
type Page = ReturnType<typeof widgetPage>

/** A state of the widget that a visitor can see. */
export interface WidgetState {
  /** Whether the chat is open in this state. */
  readonly isOpen: boolean
  readonly settings?: () => SiteSettings
  /** Brings the workspace into the state, before the page is opened. */
  readonly prepare?: (site: Site) => Promise<unknown>
  /** The address of the page. Default: `/`. */
  readonly path?: (site: Site) => Promise<string>
  /** Brings the page into the state. */
  readonly enter?: (page: Page, site: Site) => Promise<unknown>
}

const prices = `We have two doors for a house like yours:

- **Oak**, from 890 euros, hung within three weeks
- **Steel**, from 1,450 euros, with a lock for four keys

Every door is made to measure. The [price list](https://acme.test/prices) has all sizes.`

/** An agent that says one text. */
export const agentSaying = (text: string): Agent => ({
  async *reply() {
    yield { type: 'text-start', id: 'text' }
    yield { type: 'text-delta', id: 'text', delta: text }
    yield { type: 'text-end', id: 'text' }
  },
})

/** An agent that says its words, and then never ends its answer. */
const agentWithoutEnd = (words: readonly string[]): Agent => {
  const { agent, sayNext } = wordyAgent([...words, 'never said'])
  void (async () => {
    for (const _ of words) await sayNext()
  })()
  return agent
}

const brokenAgent: Agent = {
  reply() {
    throw new Error('The model is down.')
  },
}

const grace = { id: 'usr_1', name: 'Grace Hopper' }

async function conversationOf({ team }: Site): Promise<string> {
  const [conversation] = await team.conversations.list().toArray({ limit: 1 })
  return conversation?.id ?? ''
}

const ask = (question: string) => async (page: Page) => {
  await page.open()
  await page.say(question)
}

const askAndWait = async (page: Page) => {
  await ask('What does a front door cost?')(page)
  await eventually(() => page.has('.log .assistant')).toBe(true)
}

const salesSettings = () => ({ agent: agentSaying(prices) })

async function makeButtons({ team }: Site): Promise<void> {
  const shapes = [
    { label: 'Book a visit', message: 'Can somebody come by?', style: 'brand', width: 'full' },
    { label: 'Our doors', behavior: 'link', link: 'https://acme.test/doors', style: 'ghost' },
    {
      label: 'Opening hours',
      behavior: 'html',
      html: '<p>Monday to Friday, <b>8:00 to 18:00</b>.</p><ul><li>Closed on holidays</li></ul>',
      size: 'sm',
      corners: 'pill',
    },
    { label: 'Prices', message: 'What does a door cost?', style: 'outline', corners: 'square' },
    {
      label: 'Spring offer',
      message: 'What is the spring offer?',
      style: 'custom',
      size: 'custom',
      corners: 'custom',
      colors: { background: '#fde68a', text: '#78350f', border: '#d97706', hover: '#fcd34d' },
      custom: { paddingX: 18, paddingY: 10, fontSize: 15, radius: 6 },
    },
  ] as const
  for (const shape of shapes) await team.chatButtons.create(shape)
}

/** Every state of the widget. */
export const states: Readonly<Record<string, WidgetState>> = {
  closed: { isOpen: false },
  greeting: {
    isOpen: false,
    async path({ team }) {
      const greeting = await team.linkGreetings.create({
        name: 'G',
        text: 'Hi {first|there}! Shall we look at doors for {company|your house}?',
        buttons: [
          { label: 'Yes, please', message: 'Yes, please.' },
          { label: 'Prices first', message: 'What does a door cost?' },
        ],
      })
      const link = await team.personalLinks.create({ name: 'L', page: '/', greeting: greeting.id })
      return `/${new URL(link.url ?? '').search}&dw_first=Ada&dw_company=Harbour%20Street%201`
    },
  },
  opening: {
    isOpen: false,
    async prepare({ team }) {
      const opening = {
        headline: 'Which door is it about?',
        buttons: [
          { label: 'The front door', message: 'The front door.' },
          { label: 'A room', message: 'A door for a room.' },
        ],
      }
      const { id } = await team.experiments.create({ name: 'T', pages: ['/'], ...opening })
      await team.experiments.proposeVariant(id, opening)
      await team.experiments.start(id)
    },
  },
  unread: {
    isOpen: false,
    settings: salesSettings,
    async enter(page, site) {
      await askAndWait(page)
      await page.press('Escape')
      const id = await conversationOf(site)
      const people = site.doorkit.people(site.workspace)
      await people.join(id, grace)
      await people.send(id, grace, 'I can come by on Thursday.')
      await eventually(() => page.text('.badge')).toBe('1')
    },
  },
  welcome: { isOpen: true, enter: (page) => page.open() },
  buttons: { isOpen: true, prepare: makeButtons, enter: (page) => page.open() },
  html: {
    isOpen: true,
    prepare: makeButtons,
    async enter(page) {
      await page.open()
      await page.run(
        `[...${page.find('.panel')}.querySelectorAll('.chip')].find((one) => one.textContent === 'Opening hours').click()`,
      )
      await eventually(() => page.has('.html')).toBe(true)
    },
  },
  waiting: {
    isOpen: true,
    settings: () => ({ agent: agentWithoutEnd([]) }),
    async enter(page) {
      await ask('Do you hang doors in old houses?')(page)
      await eventually(() => page.has('.dots')).toBe(true)
    },
  },
  streaming: {
    isOpen: true,
    settings: () => ({
      agent: agentWithoutEnd(['Yes: in old houses we ', 'measure every frame ']),
    }),
    async enter(page) {
      await ask('Do you hang doors in old houses?')(page)
      await eventually(() => page.text('.growing .bubble')).toContain('frame')
    },
  },
  answered: { isOpen: true, settings: salesSettings, enter: askAndWait },
  stopped: {
    isOpen: true,
    settings: () => ({
      agent: agentWithoutEnd(['Yes: in old houses we ', 'measure every frame ']),
    }),
    async enter(page) {
      await ask('Do you hang doors in old houses?')(page)
      await eventually(() => page.text('.growing .bubble')).toContain('frame')
      await page.click('.send')
      await eventually(() => page.text('.assistant .note')).toBe('Stopped')
    },
  },
  failed: {
    isOpen: true,
    settings: () => ({ agent: brokenAgent }),
    async enter(page) {
      await ask('Are you there?')(page)
      await eventually(() => page.text('.failed .retry')).toBe('Try again')
    },
  },
  offline: {
    isOpen: true,
    settings: salesSettings,
    async enter(page) {
      await askAndWait(page)
      await page.offline(true)
      await eventually(() => page.text('.banner')).toMatch(/^You are offline/)
    },
  },
  'handed-off': {
    isOpen: true,
    async enter(page) {
      await ask('Can I talk to a person?')(page)
      await eventually(() => page.text('.banner')).toMatch(/^We have asked a colleague/)
      await eventually(() => page.has('.log .assistant')).toBe(true)
    },
  },
  person: {
    isOpen: true,
    settings: salesSettings,
    async enter(page, site) {
      await askAndWait(page)
      const id = await conversationOf(site)
      const people = site.doorkit.people(site.workspace)
      await people.join(id, grace)
      await people.send(id, grace, 'Hello, I am Grace. Which house is it?')
      await eventually(() => page.text('.banner')).toBe('You are talking to Grace Hopper.')
      await eventually(() => page.has('.person')).toBe(true)
    },
  },
  booked: {
    isOpen: true,
    prepare: ({ team }) =>
      team.agent.update({ booking: { enabled: true, url: 'https://cal.example/acme' } }),
    async enter(page, site) {
      await ask('Can I book a meeting?')(page)
      await eventually(() => page.has('.booking a')).toBe(true)
      await site.doorkit.record(site.workspace).meetings.book({
        conversation: await conversationOf(site),
        provider: 'cal.com',
        meeting_type: 'Visit',
        host: 'Grace Hopper',
        start_at: '2027-01-11T09:00:00Z',
        end_at: '2027-01-11T09:30:00Z',
        invitee: { name: 'Ada Lovelace', email: 'ada@example.com' },
        join_url: 'https://cal.example/join',
      })
      await eventually(() => page.text('.banner')).toBe('Your meeting is booked.')
    },
  },
  off: {
    isOpen: true,
    settings: salesSettings,
    async enter(page, site) {
      await askAndWait(page)
      await site.doorkit.workspaces.update(site.workspace, { agent: { live: false } })
      await page.reload()
      await page.ready()
      await eventually(() => page.text('.banner')).toBe('The chat is closed at the moment.')
    },
  },
  'signed-in': {
    isOpen: true,
    settings: salesSettings,
    async enter(page, { doorkit, workspace }) {
      const secret = await doorkit.siteKeys.identitySecret({ workspace })
      const identity = signVisitor({ secret, workspace, email: 'ada@example.com' })
      await page.run(`doorkit('identify', ${JSON.stringify(identity)})`)
      await askAndWait(page)
      await eventually(() => page.text('.signed-in')).toBe('Signed in as ada@example.com')
    },
  },
}

/** The chat of one visitor on the next page and in another tab. It looks like the state `answered`. */
export const continued: Readonly<Record<string, WidgetState>> = {
  'next-page': {
    isOpen: true,
    settings: salesSettings,
    async enter(page, site) {
      await askAndWait(page)
      await page.call('Page.navigate', { url: `${site.origin}/next` })
      await eventually(() => page.run('location.pathname')).toBe('/next')
      await page.ready()
      await eventually(() => page.has('.log .assistant')).toBe(true)
    },
  },
  'other-tab': {
    isOpen: true,
    settings: salesSettings,
    async enter(page, site) {
      await page.open()
      // Chromium never ends a transition whose first frame was not drawn before the page was hidden.
      await page.settle()
      await askAndWait(await site.visit('/prices', { beside: page }))
      await page.call('Page.bringToFront')
      await eventually(() => page.has('.log .assistant')).toBe(true)
    },
  },
}
