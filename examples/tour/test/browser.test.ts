import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Agent, createDoorkit, type Doorkit, memoryStore, signVisitor } from '@doorkit/server'
import { toExpress } from '@doorkit/server/express'
import { fastifyDoorkit } from '@doorkit/server/fastify'
import { startChromium } from '@doorkit/tests/chromium'
import { eventually, wordyAgent } from '@doorkit/tests/wordy-agent'
import express from 'express'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { serveShop } from '../src/shop/serve-shop.ts'
import { shopPage } from './support/shop-page.ts'
import { createWorkspaceOfShop, oneChat, reportOf } from './support/workspace-of-shop.ts'

const frameworks: Readonly<Record<string, (doorkit: Doorkit) => Promise<RunningServer>>> = {
  async Express(doorkit) {
    const app = express().use('/site', toExpress(doorkit.site))
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const cut = () => server.closeAllConnections()
    return { port, cut, close: () => server.close().closeAllConnections() }
  },
  async Fastify(doorkit) {
    const app = fastify({ forceCloseConnections: true })
    app.register(fastifyDoorkit(doorkit.site), { prefix: '/site' })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    return { port, cut: () => app.server.closeAllConnections(), close: () => void app.close() }
  },
}

interface RunningServer {
  readonly port: number
  /** Breaks every connection. */
  cut(): void
  close(): void
}

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

describe.each(Object.entries(frameworks))('a visitor of the shop, on %s', (_, serve) => {
  /** A shop on one origin, its API on another, and a client of its team. */
  async function openShop(agent?: Agent) {
    const doorkit = createDoorkit({
      store: memoryStore(),
      allowPrivateWebhooks: true,
      payloadDelayMs: 0,
      ...(agent && { agent }),
    })
    const { close: closeWorkspace, ...known } = await createWorkspaceOfShop(doorkit)
    const { workspace } = known
    const shop = await serveShop(true)
    const { port, cut, close } = await serve(doorkit)
    onTestFinished(async () => {
      shop.close()
      close()
      closeWorkspace()
      await doorkit.close()
    })
    const { id: siteKey } = await doorkit.siteKeys.update({ workspace, origins: [shop.origin] })
    await shop.open({ siteKey, baseUrl: `http://127.0.0.1:${port}/site` })
    return {
      doorkit,
      ...known,
      cut,
      /** Opens a page, and waits until the visit has begun and the page shows its heading. */
      async visit(path = '/') {
        const page = shopPage(await chromium.openPage(shop.origin + path))
        const isReady = `globalThis.site && document.querySelector('h2').textContent !== 'Ask us'`
        await eventually(() => page.run(isReady)).toBe(true)
        return page
      },
    }
  }

  test('types, sees the words arrive, and stops the answer', async () => {
    const { agent, sayNext } = wordyAgent(['One ', 'two ', 'three.'])
    const { visit, report, team } = await openShop(agent)
    const page = await visit('/prices')
    await page.type('Count to three.')
    await sayNext()
    await eventually(page.log).toEqual(['Count to three.', 'One '])
    await sayNext()
    await eventually(page.log).toEqual(['Count to three.', 'One two '])
    await page.click('#stop')
    await eventually(() => page.text('#note')).toBe('')
    expect(await page.log()).toEqual(['Count to three.', 'One two '])
    expect(await report()).toEqual(oneChat('/prices'))
    const conversations = await team.conversations
      .list({ expand: ['messages'] })
      .toArray({ limit: 2 })
    expect(conversations).toMatchObject([
      {
        channel: 'website',
        page_path: '/prices',
        messages: [{ text: 'Count to three.' }, { text: 'One two ' }],
      },
    ])
  })

  test('reloads during an answer, and sees the rest of it', async () => {
    const { agent, sayNext } = wordyAgent(['One ', 'two ', 'three.'])
    const { visit, report } = await openShop(agent)
    const page = await visit()
    await page.type('Count to three.')
    await sayNext()
    await eventually(page.log).toEqual(['Count to three.', 'One '])
    await page.reload()
    await eventually(page.log).toEqual(['Count to three.', 'One '])
    await sayNext()
    await eventually(page.log).toEqual(['Count to three.', 'One two '])
    await sayNext()
    await eventually(page.log).toEqual(['Count to three.', 'One two three.'])
    await eventually(() => page.text('#note')).toBe('')
    expect(await report()).toEqual(oneChat('/'))
  })

  test('loses the network during an answer, and sees the rest when it returns', async () => {
    const { agent, sayNext } = wordyAgent(['One ', 'two ', 'three.'])
    const { visit, cut, report } = await openShop(agent)
    const page = await visit()
    await page.type('Count to three.')
    await sayNext()
    await eventually(page.log).toEqual(['Count to three.', 'One '])
    await page.offline(true)
    cut()
    await sayNext()
    expect(await page.run('navigator.onLine')).toBe(false)
    expect(await page.log()).toEqual(['Count to three.', 'One '])
    await page.offline(false)
    await eventually(page.log).toEqual(['Count to three.', 'One two '])
    await sayNext()
    await eventually(page.log).toEqual(['Count to three.', 'One two three.'])
    // The browser lists a request when the end of its answer has arrived.
    const requested = () =>
      page.run(`performance.getEntriesByType('resource').map(({ name }) => name)`)
    await eventually(requested).toContainEqual(expect.stringMatching(/\/messages\/stream$/))
    expect(await report()).toEqual(oneChat('/'))
  })

  test('arrives through a personal link, and is greeted by name', async () => {
    const { visit, team, report } = await openShop()
    const greeting = await team.linkGreetings.create({
      name: 'G',
      text: 'Hi {first|there}, how is {company|your team}?',
      buttons: [{ label: 'Fine', message: 'Fine, thank you.' }],
    })
    const link = await team.personalLinks.create({ name: 'L', page: '/', greeting: greeting.id })
    const page = await visit(`/${new URL(link.url ?? '').search}&dw_first=Ada`)
    await eventually(() => page.text('h2')).toBe('Hi Ada, how is your team?')
    await page.click('#buttons button')
    await eventually(async () => ((await page.log()) as string[]).length).toBe(2)
    expect((await page.log()) as string[]).toContain('Fine, thank you.')
    const { results } = await team.personalLinks.get(link.id)
    expect(results).toMatchObject({ visits: 1, chats: 1, meetings: 0 })
    expect(await report()).toEqual(oneChat('/'))
    const [conversation] = await team.conversations.list().toArray({ limit: 2 })
    expect(conversation).toMatchObject({ link: link.id, preview: 'Fine, thank you.' })
    expect(JSON.stringify(conversation)).not.toContain('Ada')
  })

  test('sees one variant of an opening test, even after a reload, and counts for it', async () => {
    const { visit, team, report } = await openShop()
    const { id } = await team.experiments.create({ name: 'T', pages: ['/'], headline: 'Hello' })
    await team.experiments.proposeVariant(id, { headline: 'Hi there' })
    await team.experiments.start(id)
    const page = await visit()
    await eventually(() => page.text('h2')).toMatch(/^(Hello|Hi there)$/)
    const headline = await page.text('h2')
    await page.reload()
    await eventually(() => page.text('h2')).toBe(headline)
    await page.type('What does it cost?')
    await eventually(async () => ((await page.log()) as string[]).length).toBe(2)
    const { variants } = await team.experiments.get(id)
    const shown = variants.map(({ headline, results: { views, stages } }) => ({
      [headline]: [views, stages.chats],
    }))
    const expected = ['Hello', 'Hi there'].map((one) => ({
      [one]: one === headline ? [1, 1] : [0, 0],
    }))
    expect(shown).toEqual(expected)
    const events = ['conversation.started', 'experiment.started']
    expect(await report()).toEqual({
      ...reportOf('/', [1, 1, 1, 1, 0, 0]),
      events,
      webhooks: events,
    })
    const [conversation] = await team.conversations.list().toArray({ limit: 2 })
    const variant = variants.find((one) => one.headline === headline)?.id
    expect(conversation).toMatchObject({ opening: { experiment: id, variant } })
  })

  test('asks for a person, who joins, answers and leaves', async () => {
    const { visit, report, team, doorkit, workspace } = await openShop()
    const page = await visit()
    await page.type('Can I talk to a person?')
    const asked = [
      'Can I talk to a person?',
      expect.stringContaining('I have asked a colleague'),
    ] as const
    await eventually(page.log).toEqual(asked)
    await eventually(() => page.text('#status')).toBe('handed_off')
    const events = ['conversation.started', 'handoff.requested']
    expect(await report()).toEqual(oneChat('/', events))
    const [conversation] = await team.conversations.list().toArray({ limit: 2 })
    expect(conversation).toMatchObject({ outcome: 'handoff', team: { state: 'waiting' } })
    const people = doorkit.people(workspace)
    const grace = { id: 'user-7', name: 'Grace' }
    await people.join(conversation?.id ?? '', grace)
    await people.send(conversation?.id ?? '', grace, 'I am Grace.')
    await eventually(page.log).toEqual([...asked, 'I am Grace.'])
    await page.type('Hello Grace')
    await eventually(async () => (await team.events.list().toArray({ limit: 9 })).length).toBe(3)
    await people.leave(conversation?.id ?? '', grace)
    await eventually(() => page.text('#status')).toBe('open')
    expect(await page.run('document.body.textContent')).not.toContain(grace.id)
    expect(await report()).toEqual(oneChat('/', [...events, 'message.created']))
  })

  test('signs in, asks for a meeting, and sees when one is booked', async () => {
    const { visit, team, report, doorkit, workspace } = await openShop()
    await team.agent.update({ booking: { enabled: true, url: 'https://cal.example/acme' } })
    const page = await visit()
    const secret = await doorkit.siteKeys.identitySecret({ workspace })
    const identity = signVisitor({ secret, workspace, email: 'ada@example.com' })
    const signedIn = await page.run(`site.visits.identify(${JSON.stringify(identity)})`)
    expect(signedIn).toMatchObject({ identity: { email: 'ada@example.com' } })
    await page.type('Can I book a meeting?')
    await eventually(page.log).toEqual([
      'Can I book a meeting?',
      expect.stringContaining('https://cal.example/acme'),
    ])
    const [conversation] = await team.conversations.list().toArray({ limit: 2 })
    await doorkit.record(workspace).meetings.book({
      conversation: conversation?.id ?? '',
      provider: 'cal.com',
      meeting_type: 'Demo',
      host: 'Grace Hopper',
      start_at: '2027-01-11T09:00:00Z',
      end_at: '2027-01-11T09:30:00Z',
      invitee: { name: 'Ada Lovelace', email: 'ada@example.com' },
      join_url: 'https://cal.example/join',
    })
    await eventually(() => page.text('#status')).toBe('booked')
    const events = ['conversation.started', 'meeting.booked']
    expect(await report()).toEqual({
      ...reportOf('/', [1, 0, 1, 1, 0, 1]),
      events,
      webhooks: events,
    })
    const [after] = await team.conversations.list().toArray({ limit: 2 })
    expect(after).toMatchObject({
      outcome: 'meeting',
      booking: { booker_email: 'ada@example.com' },
    })
  })
})

describe('the shop', () => {
  test('keeps the chat open from page to page, and reports each page that a visitor opens', async () => {
    const doorkit = createDoorkit({ store: memoryStore() })
    const acme = { name: 'Acme', website: 'https://acme.example' }
    const { id: workspace } = await doorkit.workspaces.create(acme)
    await doorkit.workspaces.update(workspace, { agent: { live: true } })
    const shop = await serveShop()
    const app = express().use('/site', toExpress(doorkit.site))
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(async () => {
      shop.close()
      server.close().closeAllConnections()
      await doorkit.close()
    })
    const { id: siteKey } = await doorkit.siteKeys.update({ workspace, origins: [shop.origin] })
    const { port } = server.address() as AddressInfo
    await shop.open({ siteKey, baseUrl: `http://127.0.0.1:${port}/site` })
    const page = await chromium.openPage(shop.origin)
    const shadow = `document.querySelector('doorkit-chat')?.shadowRoot`
    await eventually(() =>
      page.run(`${shadow}?.querySelector('.launcher')?.checkVisibility()`),
    ).toBe(true)
    await page.run(`globalThis.isSame = true; doorkit('open')`)
    for (const [path, title] of [
      ['/how-it-works', 'How Acme works'],
      ['/pricing', 'The prices of Acme'],
      ['/integrations', 'The integrations of Acme'],
      ['/security', 'Security at Acme'],
    ]) {
      await page.run(`document.querySelector('nav a[href="${path}"]').click()`)
      await eventually(() => page.run('document.title + location.pathname')).toBe(`${title}${path}`)
    }
    expect(await page.run('globalThis.isSame')).toBe(true)
    expect(await page.run(`${shadow}.querySelector('.panel').open`)).toBe(true)
    const openedPages = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/pages')).length`
    await eventually(() => page.run(openedPages)).toBe(4)
    expect(page.complaints).toEqual([])
  })
})
