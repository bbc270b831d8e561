import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createClient } from '@doorkit/client'
import { createDoorkit } from '@doorkit/server'
import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/tests/postgres'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { consolePage } from '../../console/test/browser/support/open-console.ts'
import { servePages } from '../../widget/test/browser/support/open-site.ts'
import { widgetPage } from '../../widget/test/browser/support/widget-page.ts'
import { startForward } from '../postgres/forward.ts'
import { startChromium } from './chromium.ts'
import { eventually } from './wordy-agent.ts'

const program = fileURLToPath(new URL('./serve-team.ts', import.meta.url))

let chromium: Awaited<ReturnType<typeof startChromium>>
beforeAll(async () => {
  chromium = await startChromium()
})
afterAll(() => chromium.close())

/** Starts a server of the site API and the console in a process of its own. */
async function startServer(url: string) {
  const child = spawn(process.execPath, ['--conditions=@doorkit/source', program, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  const [port] = await once(createInterface(child.stdout), 'line')
  return { port: Number(port), kill }
}

/** Opens an address for the requests of one browser. It can be moved to another server. */
async function openAddress({ port }: { readonly port: number }) {
  const forward = await startForward(port)
  onTestFinished(() => forward.close())
  return { origin: `http://127.0.0.1:${forward.port}`, moveTo: forward.moveTo }
}

/** Sets up a visitor and a person of the team, whose browsers use different servers over one PostgreSQL. */
async function setUp() {
  const schema = await createSchema(inject('postgres'))
  onTestFinished(() => schema.remove())
  const doorkit = createDoorkit({ store: postgresStore({ url: schema.url, maxConnections: 2 }) })
  onTestFinished(() => doorkit.close())
  const { id: workspace } = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.test',
  })
  await doorkit.workspaces.update(workspace, { agent: { live: true } })
  const { secret } = await doorkit.keys.create({ workspace, name: 'T', access: 'full_access' })
  const servers = await Promise.all([startServer(schema.url), startServer(schema.url)])
  const [site, team] = await Promise.all([openAddress(servers[0]), openAddress(servers[1])])

  const baseUrl = `${team.origin}/console`
  const grace = { person: { id: 'u1', name: 'Grace' }, role: 'agent' } as const
  const console = doorkit.console({ authorize: () => null })
  const { url } = await console.createLink({ workspace, ...grace, baseUrl })
  const person = consolePage(await chromium.openPage(url), baseUrl)
  await eventually(() => person.has('#main h1')).toBe(true)
  await person.go('inbox')

  const pages = await servePages(doorkit, workspace, site.origin)
  const visitor = widgetPage(await chromium.openPage(`${pages.origin}/`))
  await visitor.ready()
  await visitor.open()
  return {
    visitor,
    person,
    /** The API of the workspace. */
    api: createClient({
      apiKey: secret,
      baseUrl: 'http://localhost/v1',
      fetch: (address, init) => doorkit.fetch(new Request(address, init)),
    }),
    /** Kills the server of the visitor or of the person. The other server then answers both. */
    async killServerOf(who: 'visitor' | 'person') {
      const [killed, other] = who === 'visitor' ? servers : [servers[1], servers[0]]
      await killed.kill()
      for (const address of [site, team]) address.moveTo(other.port)
    },
  }
}

test.each(['visitor', 'person'] as const)(
  'a visitor and a person continue on the other server when the server of the %s is killed',
  async (who) => {
    const { visitor, person, api, killServerOf } = await setUp()
    const readTranscript = () => person.texts('.transcript .quoted-text')
    await visitor.say('Can I talk to a person?')
    await eventually(person.title).toBe('(1) Inbox · Console')
    await person.click('.inbox-group a')
    await person.push('Join')
    await person.say('Hello, I am Grace.')
    await eventually(visitor.messages).toContain('Hello, I am Grace.')
    await visitor.say('Where is my order?')
    await eventually(readTranscript).toContain('Where is my order?')

    await killServerOf(who)

    await person.say('It arrives tomorrow.')
    await eventually(visitor.messages).toContain('It arrives tomorrow.')
    await visitor.say('And the next one?')
    await eventually(readTranscript).toContain('And the next one?')
    await person.push('Give back to the agent')
    await eventually(() => person.offers('Join')).toBe(true)
    await visitor.say('Thanks. Who are you?')
    await eventually(visitor.messages).toContain('I can help.')

    const texts = [
      'Can I talk to a person?',
      'Somebody will join you.',
      'Hello, I am Grace.',
      'Where is my order?',
      'It arrives tomorrow.',
      'And the next one?',
      'Thanks. Who are you?',
      'I can help.',
    ]
    await eventually(readTranscript).toEqual(texts)
    expect(await visitor.messages()).toEqual(texts)
    const { data: events } = await api.events.list()
    expect(events.map(({ type }) => type).sort()).toEqual([
      'conversation.started',
      'handoff.requested',
      'message.created',
      'message.created',
    ])
    const { data: conversations } = await api.conversations.list({ expand: ['messages'] })
    expect(conversations).toMatchObject([
      { outcome: 'handoff', message_count: 8, team: { state: 'agent', person: null } },
    ])
    expect(conversations[0]?.messages?.map(({ text }) => text)).toEqual(texts)
    const { funnel } = await api.analytics.get()
    expect(funnel.map(({ visitors }) => visitors)).toEqual([1, 0, 1, 1, 0, 0])
  },
)
