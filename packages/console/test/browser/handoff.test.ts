import { startChromium } from '@doorkit/tests/chromium'
import { handoffAgent } from '@doorkit/tests/handoff-agent'
import { eventually } from '@doorkit/tests/wordy-agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite } from '../../../widget/test/browser/support/open-site.ts'
import { type ConsolePage, openConsole } from './support/open-console.ts'

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

test('a visitor asks for a person, who joins, writes and leaves, and then the agent answers again', async () => {
  const site = await openSite(chromium, { agent: handoffAgent })
  const team = await openConsole(chromium, site.doorkit, site.workspace)
  const person = await team.signIn({ role: 'agent' })
  await person.go('inbox')
  expect(await person.title()).toBe('Inbox · Console')

  const visitor = await site.visit()
  await visitor.open()
  await visitor.say('Can I talk to a person?')
  await eventually(person.title).toBe('(1) Inbox · Console')
  await eventually(() => person.texts('[role=status]')).toContain(
    'Visitors who wait for a person: 1',
  )

  await person.click('.inbox-group a')
  await person.push('Join')
  await person.say('Hello, I am Grace.')
  await eventually(visitor.messages).toContain('Hello, I am Grace.')
  await eventually(person.title).toBe('Inbox · Console')

  await visitor.say('Where is my order?')
  await eventually(() => person.texts('.transcript .quoted-text')).toContain('Where is my order?')
  await person.say('It arrives tomorrow.')
  await eventually(visitor.messages).toContain('It arrives tomorrow.')
  await person.push('Give back to the agent')
  await eventually(() => person.offers('Join')).toBe(true)

  await visitor.say('Thanks. And the next one?')
  await eventually(visitor.messages).toContain('I can help.')
  await eventually(() => person.texts('.transcript .quoted-text')).toEqual([
    'Can I talk to a person?',
    'Somebody will join you.',
    'Hello, I am Grace.',
    'Where is my order?',
    'It arrives tomorrow.',
    'Thanks. And the next one?',
    'I can help.',
  ])
  expect(await person.texts('.transcript .by strong')).toEqual([
    'Visitor',
    'Agent',
    'Grace',
    'Visitor',
    'Grace',
    'Visitor',
    'Agent',
  ])

  const { data: events } = await site.team.events.list()
  expect(events.map(({ type }) => type).sort()).toEqual([
    'conversation.started',
    'handoff.requested',
    'message.created',
  ])
  const { data: conversations } = await site.team.conversations.list()
  expect(conversations).toMatchObject([
    { outcome: 'handoff', message_count: 7, team: { state: 'agent', person: null } },
  ])
  expect(await site.counts()).toEqual([1, 0, 1, 1, 0, 0])
  expect([person.complaints, visitor.complaints]).toEqual([[], []])
})

test('two people see the same inbox, and only one of them joins', async () => {
  const site = await openSite(chromium, { agent: handoffAgent })
  const team = await openConsole(chromium, site.doorkit, site.workspace)
  const visitor = await site.visit()
  await visitor.open()
  await visitor.say('A person, please.')
  const grace = await team.signIn({ role: 'agent' })
  const tom = await team.signIn({ role: 'agent', person: { id: 'u2', name: 'Tom' } })
  for (const one of [grace, tom]) {
    await one.go('inbox')
    await eventually(() => one.has('.inbox-group a')).toBe(true)
    await one.click('.inbox-group a')
    await eventually(() => one.offers('Join')).toBe(true)
  }
  await tom.push('Join')
  await eventually(() => grace.texts('.thread .heading .quiet')).toEqual(['Tom answers.'])
  expect(await grace.offers('Join')).toBe(false)
  expect(await grace.has('.composer')).toBe(false)
})

/** Opens a conversation that a person has joined, on the pages of both. */
async function openJoined() {
  const site = await openSite(chromium, { agent: handoffAgent })
  const team = await openConsole(chromium, site.doorkit, site.workspace)
  const visitor = await site.visit()
  await visitor.open()
  await visitor.say('A person, please.')
  const person = await team.signIn({ role: 'agent' })
  await person.go('inbox')
  await eventually(() => person.has('.inbox-group a')).toBe(true)
  await person.click('.inbox-group a')
  await person.push('Join')
  await eventually(() => person.has('.composer textarea')).toBe(true)
  const ofPerson = ['One moment.', 'I look it up.', 'Here it is.']
  return {
    person,
    draft: () => person.run(`document.querySelector('.composer textarea').value`),
    /** The messages of the visitor's page with a text of the person. */
    received: async () =>
      ((await visitor.messages()) as string[]).filter((message) =>
        ofPerson.some((text) => message.includes(text)),
      ),
    /** Drops the server's answers to the person's messages, or stops dropping them. */
    loseAnswers: (isLosing: boolean) =>
      person.run(`{
        const send = (globalThis.sendRequest ??= globalThis.fetch)
        globalThis.fetch = async (url, init) => {
          const answer = await send(url, init)
          if (${isLosing} && url.pathname.endsWith('/messages')) throw new TypeError('lost')
          return answer
        }
      }`),
  }
}

test('messages that could not be sent return to the field in order, and are then sent once', async () => {
  const { person, draft, received } = await openJoined()
  const heldRequests = await person.holdRequests(({ pathname }) => pathname.endsWith('/messages'))
  await person.say('One moment.')
  await person.say('I look it up.')
  await heldRequests.fail()
  await eventually(draft).toBe('One moment.\nI look it up.')
  expect(await person.texts('.composer .problem')).toEqual([
    'The server cannot be reached. Check the connection, and try again.',
  ])
  await heldRequests.release()
  await person.push('Send')
  await eventually(received).toEqual(['One moment.', 'I look it up.'])
})

test('a message whose answer was lost is not sent a second time with the messages that follow it', async () => {
  const { person, draft, received, loseAnswers } = await openJoined()
  await loseAnswers(true)
  const heldRequests = await person.holdRequests(({ pathname }) => pathname.endsWith('/messages'))
  await person.say('One moment.')
  await person.say('I look it up.')
  await person.insert('Here it is.')
  await heldRequests.release()
  await eventually(draft).toBe('One moment.\nI look it up.\nHere it is.')
  await eventually(received).toEqual(['One moment.'])
  await loseAnswers(false)
  await person.push('Send')
  await eventually(received).toEqual(['One moment.', 'I look it up.', 'Here it is.'])
})

test('a message that is sent again after its answer was lost is shown to the person once', async () => {
  const { person, draft, loseAnswers } = await openJoined()
  const shown = async () => (await person.texts('.transcript .quoted-text')) as string[]
  const before = await shown()
  await loseAnswers(true)
  await person.say('One moment.')
  await eventually(draft).toBe('One moment.')
  await eventually(shown).toEqual([...before, 'One moment.'])
  await loseAnswers(false)
  await person.push('Send')
  await eventually(draft).toBe('')
  await eventually(() => person.has('.sending')).toBe(false)
  expect(await shown()).toEqual([...before, 'One moment.'])
})

test('a page that a person has left keeps no connection, and follows the inbox once it is shown again', async () => {
  const site = await openSite(chromium, { agent: handoffAgent })
  const team = await openConsole(chromium, site.doorkit, site.workspace)
  const person = await team.signIn({ role: 'agent' })
  for (const path of ['inbox', 'contacts', 'meetings']) await person.go(path)
  const openStreams = async () =>
    /doorkit_event_streams\{kind="console"\} (\d+)/.exec(await site.doorkit.metrics())?.[1]
  await eventually(openStreams).toBe('1')
  await person.run('globalThis.isKept = true')
  // A page without scripts. A page of the console would report a change, and the browser would no longer
  // keep the page that the person has left.
  await person.show('assets/icon.svg')
  await eventually(openStreams).toBe('0')
  await person.run('history.back()')
  await eventually(person.title).toBe('Meetings · Console')
  // A page that the browser loads again does not have this variable.
  expect(await person.run('globalThis.isKept')).toBe(true)
  await eventually(openStreams).toBe('1')
  const visitor = await site.visit()
  await visitor.open()
  await visitor.say('A person, please.')
  await eventually(person.title).toBe('(1) Meetings · Console')
})

test('eight pages of one browser share one stream, and another page takes over when the page with the stream is closed', async () => {
  const site = await openSite(chromium, { agent: handoffAgent })
  const team = await openConsole(chromium, site.doorkit, site.workspace)
  const first = await team.signIn({ role: 'agent' })
  const others: ConsolePage[] = []
  for (let nth = 0; nth < 7; nth += 1) others.push(await team.open(first))
  const [second, ...rest] = others
  const titles = () => Promise.all(others.map((one) => one.title()))
  await eventually(titles).toEqual(others.map(() => 'Overview · Console'))
  const openStreams = async () =>
    /doorkit_event_streams\{kind="console"\} (\d+)/.exec(await site.doorkit.metrics())?.[1]
  expect(await openStreams()).toBe('1')

  const visitor = await site.visit()
  await visitor.open()
  await visitor.say('A person, please.')
  await eventually(titles).toEqual(others.map(() => '(1) Overview · Console'))
  await first.close()
  await eventually(openStreams).toBe('1')
  await second?.go('inbox')
  await second?.click('.inbox-group a')
  await second?.push('Join')
  await eventually(() => Promise.all(rest.map((one) => one.title()))).toEqual(
    rest.map(() => 'Overview · Console'),
  )
})

test.each([
  ['a desktop', 1280],
  ['a phone', 390],
])(
  'on %s, a long conversation opens at its end, and while a person reads further up, it scrolls only to their own messages',
  async (_, width) => {
    const site = await openSite(chromium, { agent: handoffAgent })
    const { conversations } = site.doorkit.record(site.workspace)
    const id = await conversations.start({ page_url: 'https://acme.example/pricing' })
    const write = (text: string) => conversations.message(id, { role: 'user', text })
    for (let nth = 1; nth <= 30; nth += 1) await write(`Question ${nth}`)
    await conversations.requestHandoff(id, { reason: 'asked_for_person' })
    const person = await (await openConsole(chromium, site.doorkit, site.workspace)).signIn()
    const metrics = { width, height: 800, deviceScaleFactor: 1, mobile: false }
    await person.call('Emulation.setDeviceMetricsOverride', metrics)
    const box = `document.querySelector('.thread-messages')`
    const toEnd = () =>
      person.run(`Math.round(${box}.scrollHeight - ${box}.scrollTop - ${box}.clientHeight)`)
    await person.go(`inbox/${id}`)
    expect(await person.run(`${box}.scrollHeight > 2 * ${box}.clientHeight`)).toBe(true)
    expect(await toEnd()).toBe(0)

    await person.push('Join')
    await eventually(() => person.has('.composer textarea')).toBe(true)
    await eventually(toEnd).toBe(0)
    await person.run(`${box}.scrollTop = 100`)
    await write('Are you there?')
    await eventually(() => person.texts('.transcript .quoted-text')).toContain('Are you there?')
    expect(await person.run(`${box}.scrollTop`)).toBe(100)
    await person.say('Yes, I am.')
    await eventually(() => person.texts('.transcript .quoted-text')).toContain('Yes, I am.')
    expect(await toEnd()).toBe(0)
  },
)

test('visitors without a name who began with the same question look different in the inbox', async () => {
  const site = await openSite(chromium, { agent: handoffAgent })
  const { conversations } = site.doorkit.record(site.workspace)
  for (const [path, further] of [
    ['/pricing', 0],
    ['/', 2],
  ] as const) {
    const id = await conversations.start({ page_url: `https://acme.example${path}` })
    const write = (text: string) => conversations.message(id, { role: 'user', text })
    await write('How much does it cost?')
    for (let nth = 1; nth <= further; nth += 1) await write('Hello?')
    await conversations.requestHandoff(id, { reason: 'asked_for_person' })
  }
  const person = await (await openConsole(chromium, site.doorkit, site.workspace)).signIn()
  await person.go('inbox')
  await eventually(async () =>
    ((await person.texts('.inbox-row > .small')) as string[]).toSorted(),
  ).toEqual(['1 message, began just now · /pricing', '3 messages, began just now · /'])
})

test('a conversation shows the reason for a handoff in words', async () => {
  const site = await openSite(chromium, { agent: handoffAgent })
  const { conversations } = site.doorkit.record(site.workspace)
  const id = await conversations.start({ page_url: 'https://acme.example/pricing' })
  await conversations.requestHandoff(id, { reason: 'asked_for_person' })
  const person = await (await openConsole(chromium, site.doorkit, site.workspace)).signIn()
  await person.go(`conversations/${id}`)
  await eventually(() => person.texts('aside dd')).toContainEqual(
    expect.stringMatching(/: Asked for person$/),
  )
})
