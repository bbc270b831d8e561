import { createDoorkit } from '@doorkit/server'
import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/tests/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPage, sentEvents } from '../../server/test/support/site.ts'
import { type RunningServer, startServing } from './support/processes.ts'

/** Sends requests as a page of the console of one server. */
function consoleOf({ facts }: RunningServer) {
  const { origin } = new URL(facts.base_url)
  const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Doorkit-Console': '1' }
  const send = (cookie: string, method: string, path: string, body?: object) =>
    fetch(`${origin}/console${path}`, {
      method,
      headers: {
        ...headers,
        Cookie: cookie,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  return {
    send,
    async signIn() {
      const link = facts.console_url.split('#')[1]
      const answer = await send('', 'POST', '/sign-in', { link })
      return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    },
    /** Follows the inbox until the test ends, and returns a line per change: id, state, message count. */
    follow(cookie: string) {
      const seen: string[] = []
      let isOver = false
      onTestFinished(() => {
        isOver = true
      })
      void (async () => {
        // A stream ends after half a minute, and the page opens the next.
        while (!isOver) {
          const response = await send(cookie, 'GET', '/api/inbox_changes')
          for await (const { data = '' } of sentEvents(response)) {
            for (const { id, team, message_count } of JSON.parse(data).conversations) {
              seen.push(`${id} ${team.state} ${message_count}`)
            }
          }
        }
      })().catch(() => {})
      return seen
    },
  }
}

const eventually = <Value>(read: () => Value) =>
  expect.poll(read, { timeout: 60_000, interval: 50 })

test('if a server is killed while a person answers, the inbox and the events of the other server continue', async () => {
  const schema = await createSchema(inject('postgres'))
  onTestFinished(() => schema.remove())
  const first = await startServing('--store', schema.url)
  const second = await startServing('--store', schema.url)
  const host = createDoorkit({ store: postgresStore({ url: schema.url, maxConnections: 2 }) })
  await host.workspaces.update(first.facts.workspace, { agent: { live: true } })
  await host.close()

  const pageAt = ({ facts }: RunningServer) =>
    openPage({
      send: (path, init) => fetch(`${facts.site_base_url}${path}`, init),
      siteKey: facts.site_key,
    })
  const here = pageAt(first)
  expect((await here.visit()).status).toBe(201)
  const there = pageAt(second)
  Object.assign(there.kept, here.kept)
  const texts: string[] = []
  const states: string[] = []
  const { response } = await there.call('GET', '/events')
  void (async () => {
    for await (const { event, data = '{}' } of sentEvents(response)) {
      if (event === 'message') texts.push(JSON.parse(data).text)
      if (event === 'status') states.push(JSON.parse(data).team.state)
    }
  })().catch(() => {})

  // The person signs in at the first server, and answers there.
  const [own, other] = [consoleOf(first), consoleOf(second)]
  const cookie = await own.signIn()
  const inbox = other.follow(cookie)
  expect((await here.say('I want to talk to a person.')).status).toBe(200)
  const { id } = (await here.json('GET', '/conversation')).json
  const inboxHas = (state: string) => () => inbox.some((line) => line.startsWith(`${id} ${state} `))
  await eventually(inboxHas('waiting')).toBe(true)
  expect((await own.send(cookie, 'POST', `/api/inbox/${id}/join`)).status).toBe(200)
  await eventually(() => states.at(-1)).toBe('person')
  const write = (text: string, at: typeof own) =>
    at.send(cookie, 'POST', `/api/inbox/${id}/messages`, { text })
  expect((await write('I am here.', own)).status).toBe(201)
  await eventually(() => texts.at(-1)).toBe('I am here.')
  await eventually(inboxHas('person')).toBe(true)

  await first.kill()

  // The second server knows the session and the conversation, and its own streams go on.
  const before = inbox.length
  expect((await there.say('Are you still there?')).text).toBe('')
  await eventually(() => inbox.length).toBeGreaterThan(before)
  expect((await write('Yes, I am.', other)).status).toBe(201)
  await eventually(() => texts.slice(-2)).toEqual(['Are you still there?', 'Yes, I am.'])
  const shown = await other.send(cookie, 'GET', '/api/inbox?state=person')
  expect(await shown.json()).toMatchObject({ data: [{ id, team: { state: 'person' } }] })
  expect((await other.send(cookie, 'POST', `/api/inbox/${id}/leave`)).status).toBe(200)
  await eventually(() => states.at(-1)).toBe('agent')
  expect((await there.say('What do you sell?')).text).not.toBe('')
  const all = (await there.json('GET', '/conversation')).json.messages
  expect(all.filter(({ text }: { text: string }) => text === 'Yes, I am.')).toHaveLength(1)
})
