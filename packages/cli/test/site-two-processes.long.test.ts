import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createDoorkit } from '@doorkit/server'
import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/tests/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { acme, openPage, type SentEvent, sentEvents } from '../../server/test/support/site.ts'
import { fastClock } from './support/fast-clock.ts'

const program = fileURLToPath(new URL('./support/serve-site.ts', import.meta.url))

/** Starts a server of the site API in a process of its own. */
async function startSite(url: string, start: number) {
  const child = spawn(
    process.execPath,
    ['--conditions=@doorkit/source', program, url, String(start)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const gone = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onTestFinished(kill)
  const [port] = await once(createInterface(child.stdout), 'line')
  return {
    kill,
    send: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}/site${path}`, init),
  }
}

/** Opens a website. Two processes serve its site API from one PostgreSQL database. */
async function openSite() {
  const schema = await createSchema(inject('postgres'))
  onTestFinished(() => schema.remove())
  const start = Date.now()
  const host = createDoorkit({ store: postgresStore({ url: schema.url }), clock: fastClock(start) })
  onTestFinished(() => host.close())
  const { id: workspace } = await host.workspaces.create({ name: 'Acme', website: acme })
  await host.workspaces.update(workspace, { agent: { live: true } })
  const [{ id: siteKey } = { id: '' }] = await host.siteKeys.list({ workspace })
  const [first, second] = await Promise.all([
    startSite(schema.url, start),
    startSite(schema.url, start),
  ])
  const here = openPage({ send: first.send, siteKey })
  expect((await here.visit()).status).toBe(201)
  const there = openPage({ send: second.send, siteKey })
  Object.assign(there.kept, here.kept)
  return { host, workspace, first, here, there }
}

type Page = ReturnType<typeof openPage>

/** Follows the events of a page. Returns functions for the texts and the team states received so far. */
async function follow(page: Page) {
  const received: SentEvent[] = []
  const { response } = await page.call('GET', '/events')
  void (async () => {
    for await (const event of sentEvents(response)) received.push(event)
  })().catch(() => {})
  const dataOf = (name: string) =>
    received.flatMap(({ event, data = '' }) => (event === name ? [JSON.parse(data)] : []))
  return {
    texts: () => dataOf('message').map(({ text }) => text),
    states: () => dataOf('status').map(({ team }) => team.state),
  }
}

const eventually = <Value>(read: () => Value) =>
  expect.poll(read, { timeout: 60_000, interval: 50 })

test('two processes on PostgreSQL serve one visitor, and one continues when the other is killed', async () => {
  const { host, workspace, first, here, there } = await openSite()
  const events = await follow(there)
  expect((await here.say('Hello.')).text).toBe('Thank you.')
  await eventually(events.texts).toEqual(['Hello.', 'Thank you.'])

  const { id } = (await there.json('GET', '/conversation')).json
  const grace = { id: 'user-7', name: 'Grace' }
  const people = host.people(workspace)
  await people.join(id, grace)
  await eventually(() => events.states().at(-1)).toBe('person')
  await people.send(id, grace, 'I am Grace.')
  await eventually(() => events.texts().at(-1)).toBe('I am Grace.')
  await people.leave(id, grace)
  await eventually(() => events.states().at(-1)).toBe('agent')

  const sent = await here.call('POST', '/messages', { id: 'm', text: 'Count.' })
  const chunks = sentEvents(sent.response)
  let last: SentEvent = {}
  while (!last.data?.includes('One ')) last = (await chunks.next()).value ?? {}
  await first.kill()
  await expect(chunks.next()).rejects.toThrow()

  const resumed = await there.call('GET', '/messages/stream', undefined, {
    headers: { 'Last-Event-ID': last.id ?? '' },
  })
  const rest = []
  for await (const { data = '' } of sentEvents(resumed.response)) rest.push(data)
  expect(rest).toEqual([expect.stringContaining('"type":"error"'), '[DONE]'])
  await eventually(async () => (await there.json('GET', '/conversation')).json.answering).toBe(
    false,
  )
  expect((await there.say('Still there?')).text).toBe('Thank you.')
  const all = ['Hello.', 'Thank you.', 'I am Grace.', 'Count.', 'Still there?', 'Thank you.']
  await eventually(events.texts).toEqual(all)
  const { json } = await there.json('GET', '/conversation')
  expect(json.messages.map(({ text }: { text: string }) => text)).toEqual(all)
})
