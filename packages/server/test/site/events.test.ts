import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { siteLimits } from '@doorkit/models/site'
import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { schemaPlan } from '../../src/collections/all-collections.ts'
import { toNode } from '../../src/http/mounts/node.ts'
import { manualClock, signVisitor } from '../../src/index.ts'
import { silentLogger } from '../../src/ports/logger.ts'
import type { Visitor } from '../../src/site/visitor-conversation.ts'
import { createVisitorEvents } from '../../src/site/visitor-events.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { listen as listenOn } from '../support/hosts.ts'
import { caller, testStart } from '../support/kit.ts'
import { acme, createSiteKit, openPage, type SentEvent, sentEvents } from '../support/site.ts'
import { describeOverStores } from '../support/stores.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: (options: { type: 'major' }) => void = runInNewContext('gc')

type Kit = Awaited<ReturnType<typeof createSiteKit>>
type Page = ReturnType<typeof openPage>

const agent = agentOf(async function* ({ tools, messages }) {
  if (messages.at(-1)?.text.includes('person')) {
    await tools.request_handoff?.execute({ reason: 'asked_for_person' })
  }
  yield* textChunks('Thank you.')
})

/** Opens a stream, and collects its events. */
async function listen(page: Page, after?: string) {
  const headers = after === undefined ? {} : { 'Last-Event-ID': after }
  const { response, status } = await page.call('GET', '/events', undefined, { headers })
  const received: SentEvent[] = []
  let isOver = false
  const events = sentEvents(response)
  const reading = (async () => {
    for await (const event of events) received.push(event)
  })()
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  return {
    response,
    status,
    received,
    isOver: () => isOver,
    reading,
    texts: () =>
      received.flatMap(({ event, data }) =>
        event === 'message' ? JSON.parse(data ?? '').text : [],
      ),
    statuses: () =>
      received.flatMap(({ event, data }) => (event === 'status' ? [JSON.parse(data ?? '')] : [])),
    end: () => received.find(({ event }) => event === 'end')?.data,
  }
}

/** A visitor with only the fields that the streams read. */
const visitorOf = (workspace: string, visitor: string, siteKey = 'pk') =>
  ({
    workspace: { id: workspace },
    principal: { id: visitor, siteKey: { id: siteKey }, origin: acme, expiresAt: testStart + 1e6 },
  }) as unknown as Visitor

const grace = { id: 'user-7', name: 'Grace' }

/** Lets a person join, write and leave. Each act reaches the stream within a second of server time. */
async function answerInPerson(
  kit: Kit,
  conversation: string,
  received: readonly SentEvent[],
  kits: readonly Kit[] = [kit],
) {
  const people = kit.doorkit.people(kit.workspace.id)
  const acts = [
    () => people.join(conversation, grace),
    () => people.send(conversation, grace, 'I am Grace.'),
    () => people.leave(conversation, grace),
  ]
  for (const act of acts) {
    const before = received.length
    await act()
    for (const { clock } of kits) clock.advance(1_000)
    await until(async () => received.length > before)
  }
}

/** Moves the clocks of these kits until a condition is true. */
async function moveUntil(kits: readonly Kit[], isDone: () => boolean, stepMs = 500): Promise<void> {
  await until(async () => {
    if (isDone()) return true
    for (const { clock, doorkit } of kits) {
      clock.advance(stepMs)
      await doorkit.ping()
    }
    return isDone()
  })
}

const conversationOf = async (page: Page): Promise<string> =>
  (await page.json('GET', '/conversation')).json.id

const tell = (kit: Kit, conversation: string, text: string) =>
  kit.doorkit
    .record(kit.workspace.id)
    .conversations.message(conversation, { role: 'assistant', text })

describeOverStores('the events of a visitor', (openStore) => {
  async function setUp() {
    const kit = await createSiteKit({ store: openStore(), agent })
    const page = openPage(kit)
    await page.visit()
    return { kit, page }
  }

  test('begin with the time to wait before a new connection, and the status of the conversation', async () => {
    const { page } = await setUp()
    const { response, received } = await listen(page)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toContain('no-transform')
    await until(async () => received.length === 2)
    expect(received).toEqual([
      { retry: '3000' },
      {
        event: 'status',
        data: '{"object":"site_status","conversation":null,"status":"open","team":{"state":"agent","since":null,"person":null},"completed_at":null}',
      },
    ])
  })

  test('carry each message once, in order, and with its id', async () => {
    const { kit, page } = await setUp()
    await page.say('Hello')
    const conversation = await conversationOf(page)
    const { received, texts } = await listen(page)
    const first = await tell(kit, conversation, 'I am Tom.')
    const second = await tell(kit, conversation, 'How can I help?')
    await moveUntil([kit], () => texts().length === 2)
    kit.clock.advance(30_000)
    await kit.doorkit.ping()
    expect(texts()).toEqual(['I am Tom.', 'How can I help?'])
    const messages = received.filter(({ event }) => event === 'message')
    expect(messages.map(({ id }) => id)).toEqual([first, second])
    expect(JSON.parse(messages[0]?.data ?? '')).toEqual(
      (await page.json('GET', '/conversation')).json.messages[2],
    )
  })

  test('report within a second that a person joins, writes and leaves, with only the name of the person', async () => {
    const { kit, page } = await setUp()
    await page.say('Hello')
    const conversation = await conversationOf(page)
    const { received, texts, statuses } = await listen(page)
    await until(async () => received.length === 2)
    await answerInPerson(kit, conversation, received)
    expect(texts()).toEqual(['I am Grace.'])
    expect(statuses().map(({ status, team }) => [status, team.state, team.person])).toEqual([
      ['open', 'agent', null],
      ['handed_off', 'person', { name: 'Grace' }],
      ['open', 'agent', null],
    ])
    const message = received.find(({ event }) => event === 'message')
    expect(JSON.parse(message?.data ?? '').author).toEqual({ kind: 'person', name: 'Grace' })
    expect(JSON.stringify(received)).not.toContain(grace.id)
  })

  test('follow a conversation that begins later, with all its messages', async () => {
    const { kit, page } = await setUp()
    const { texts, statuses } = await listen(page)
    await page.say('Hello')
    await moveUntil([kit], () => texts().length === 2)
    expect(texts()).toEqual(['Hello', 'Thank you.'])
    expect(statuses().at(-1)).toMatchObject({ conversation: await conversationOf(page) })
  })

  test('start with the first message for a page that has none yet', async () => {
    const { page } = await setUp()
    await page.say('Hello')
    const { texts } = await listen(page, '0')
    await until(async () => texts().length === 2)
    expect(texts()).toEqual(['Hello', 'Thank you.'])
  })

  test('continue after the last message that the page has, or with new messages if its id is unknown', async () => {
    const { kit, page } = await setUp()
    await page.say('Hello')
    const { json } = await page.json('GET', '/conversation')
    await tell(kit, json.id, 'Missed.')
    const missed = await listen(page, json.messages[1].id)
    await until(async () => missed.texts().length === 1)
    expect(missed.texts()).toEqual(['Missed.'])
    const nothing = await listen(page, 'msg_00000000000000000000000000')
    await tell(kit, json.id, 'New.')
    await moveUntil([kit], () => nothing.texts().length > 0)
    expect(nothing.texts()).toEqual(['New.'])
  })

  test('never carry messages of another visitor, even if the page sends the id of one', async () => {
    const { kit, page } = await setUp()
    await page.say('My secret')
    const { json } = await page.json('GET', '/conversation')
    const stranger = openPage(kit)
    await stranger.visit()
    await stranger.say('Hello')
    const heard = await listen(stranger, json.messages[0].id)
    await tell(kit, json.id, 'For you alone')
    await tell(kit, await conversationOf(stranger), 'For the stranger')
    await moveUntil([kit], () => heard.texts().length > 0)
    expect(heard.texts()).toEqual(['For the stranger'])
  })

  test('report that a person was asked for, and that the conversation is over', async () => {
    const { kit, page } = await setUp()
    await page.say('Hello')
    const { statuses } = await listen(page)
    await page.say('A person, please')
    await moveUntil([kit], () => statuses().at(-1)?.status === 'handed_off')
    kit.clock.advance(30 * 60_000 - 60_000)
    await kit.doorkit.worker.tick()
    const { visit_token } = (await page.visit()).json
    expect(visit_token).toBeTruthy()
    const later = await listen(page)
    kit.clock.advance(60_000)
    await kit.doorkit.worker.tick()
    await moveUntil([kit], () => later.statuses().at(-1)?.completed_at !== null)
    expect(later.statuses().at(-1)).toMatchObject({ status: 'handed_off' })
  })

  test('keep the stream open with a comment every 20 seconds', async () => {
    const { kit, page } = await setUp()
    const { response } = await page.call('GET', '/events')
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.read()
    kit.clock.advance(siteLimits.eventHeartbeatSeconds * 1_000 + 1_000)
    const { value } = (await reader?.read()) ?? {}
    expect(new TextDecoder().decode(value)).toBe(':\n\n')
    await reader?.cancel()
  })

  test('end when the token expires, the site key is replaced or the origin is removed', async () => {
    const { kit, page } = await setUp()
    const { id: workspace } = kit.workspace
    const expired = await listen(page)
    await moveUntil([kit], expired.isOver, 60_000)
    expect(expired.end()).toBe('{"reason":"expired"}')
    await page.visit()
    const moved = await listen(page)
    await kit.doorkit.siteKeys.update({ workspace, origins: ['https://other.example'] })
    await moveUntil([kit], moved.isOver)
    expect(moved.end()).toBe('{"reason":"revoked"}')
    await kit.doorkit.siteKeys.update({ workspace, origins: null })
    const revoked = await listen(page)
    await kit.doorkit.siteKeys.replace({ workspace })
    await moveUntil([kit], revoked.isOver)
    expect(revoked.end()).toBe('{"reason":"revoked"}')
  })

  test.each(['erased', 'deleted', 'removed by age'])(
    'end over a real socket when the conversation is %s, and a later stream waits for a new one',
    async (how) => {
      const kit = await createSiteKit({
        store: openStore(),
        agent,
        retention: { conversations: '5d' },
      })
      const origin = await listenOn(createServer(toNode(kit.doorkit.site)))
      const send = (path: string, init?: RequestInit) => fetch(`${origin}/v1${path}`, init)
      const page = openPage({ send, siteKey: kit.siteKey })
      await page.visit()
      await page.say('Hello')
      const conversation = await conversationOf(page)
      if (how === 'removed by age') {
        kit.clock.advance(6 * 86_400_000)
        await page.visit()
      }
      const open = await listen(page)
      await until(async () => open.received.length === 2)
      if (how === 'deleted') await caller(kit)('DELETE', `/conversations/${conversation}`)
      else if (how === 'removed by age') await kit.doorkit.retention.apply()
      else {
        const visitor = page.kept.visitor ?? ''
        await kit.doorkit.privacy.erase({ workspace: kit.workspace.id, visitor })
      }
      await moveUntil([kit], open.isOver)
      expect(open.end()).toBe('{"reason":"erased"}')

      const { received, texts, isOver } = await listen(page, '0')
      await until(async () => received.length === 2)
      await page.say('Hello again')
      await moveUntil([kit], () => texts().length === 2)
      expect([texts(), isOver()]).toEqual([['Hello again', 'Thank you.'], false])
    },
  )

  test('end immediately when the server shuts down, and ask the page to connect again', async () => {
    const { kit, page } = await setUp()
    const open = await listen(page)
    kit.doorkit.retire()
    await open.reading
    expect(open.end()).toBe('{"reason":"closing"}')
    const late = await listen(page)
    await late.reading
    expect(late.received).toEqual([
      { retry: '3000' },
      { event: 'end', data: '{"reason":"closing"}' },
    ])
  })

  test('are limited to eight streams for one visitor; then the oldest ends', async () => {
    const { kit, page } = await setUp()
    const open = []
    for (let nth = 0; nth <= siteLimits.eventStreams; nth += 1) open.push(await listen(page))
    await open[0]?.reading
    expect(open.map(({ end }) => end())).toEqual([
      '{"reason":"replaced"}',
      ...Array.from({ length: siteLimits.eventStreams }, () => undefined),
    ])
    const other = openPage(kit)
    await other.visit()
    expect((await listen(other)).isOver()).toBe(false)
  })

  test('end with a reason if the visitor opens too many streams at the same time', async () => {
    const { page } = await setUp()
    const more = 3
    const open = await Promise.all(
      Array.from({ length: siteLimits.eventStreams + more }, () => listen(page)),
    )
    await until(async () => open.filter(({ isOver }) => isOver()).length === more)
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200))
    expect(open.flatMap(({ end }) => end() ?? [])).toEqual(
      Array.from({ length: more }, () => '{"reason":"replaced"}'),
    )
  })

  test('are the same on every device where the visitor has signed in', async () => {
    const { kit, page } = await setUp()
    const { id: workspace } = kit.workspace
    const secret = await kit.doorkit.siteKeys.identitySecret({ workspace })
    const identity = () =>
      signVisitor({ secret, workspace, email: 'ada@example.com', now: kit.clock.now() })
    await page.identify(identity())
    await page.say('Hello')
    const phone = openPage(kit)
    await phone.visit()
    await phone.identify(identity())
    const { texts } = await listen(phone)
    await tell(kit, await conversationOf(page), 'Hello Ada')
    await moveUntil([kit], () => texts().length > 0)
    expect(texts()).toEqual(['Hello Ada'])
  })
})

describeOverStores('the events of a visitor, with two servers', (openStore) => {
  test('carry messages from the other server', async () => {
    const store = openStore()
    const here = await createSiteKit({ store, agent })
    const page = openPage(here)
    await page.visit()
    const other = await createSiteKit({ store, agent })
    const there = openPage({ send: other.send, siteKey: here.siteKey })
    Object.assign(there.kept, page.kept)
    const { texts } = await listen(there)
    await page.say('Hello')
    await moveUntil([here, other], () => texts().length === 2)
    await tell(here, await conversationOf(page), 'I am Tom.')
    await moveUntil([here, other], () => texts().length === 3)
    expect(texts()).toEqual(['Hello', 'Thank you.', 'I am Tom.'])
  })

  test('report the actions of a person of the team on the other server', async () => {
    const store = openStore()
    const here = await createSiteKit({ store, agent })
    const page = openPage(here)
    await page.visit()
    await page.say('Hello')
    const other = await createSiteKit({ store, agent })
    const there = openPage({ send: other.send, siteKey: here.siteKey })
    Object.assign(there.kept, page.kept)
    const { received, texts, statuses } = await listen(there)
    await until(async () => received.length === 2)
    await answerInPerson(here, await conversationOf(page), received, [here, other])
    expect(texts()).toEqual(['I am Grace.'])
    expect(statuses().map(({ team }) => team.state)).toEqual(['agent', 'person', 'agent'])
  })
})

test('a thousand waiting pages share one timer and every read, and use little memory', async () => {
  let timers = 0
  let reads = 0
  const kit = await createSiteKit({ agent, plans: 'unlimited' })
  const { store, clock } = kit
  const after = clock.after
  const { list, get } = store
  const pages: Page[] = []
  for (let nth = 0; nth < 1_000; nth += 1) {
    const page = openPage(kit)
    await page.visit()
    pages.push(page)
  }
  collectGarbage({ type: 'major' })
  const before = process.memoryUsage().heapUsed
  const readers = []
  for (const page of pages) {
    const { response } = await page.call('GET', '/events')
    readers.push(response.body?.getReader())
  }
  await kit.doorkit.ping()
  collectGarbage({ type: 'major' })
  const bytes = (process.memoryUsage().heapUsed - before) / pages.length
  expect(bytes).toBeLessThan(30_000)
  Object.assign(store, {
    list: (query: never) => {
      reads += 1
      return list.call(store, query)
    },
    get: (refs: never) => {
      reads += 1
      return get.call(store, refs)
    },
  })
  Object.assign(clock, {
    after: (...args: Parameters<typeof after>) => {
      timers += 1
      return after(...args)
    },
  })
  for (let second = 0; second < 30; second += 1) {
    clock.advance(1_000)
    await kit.doorkit.ping()
  }
  // Each second, `ping` reads once. Every five seconds, a site key and its workspace are read. Two of
  // the polls also read three collections. The rest is a margin.
  expect(reads).toBeLessThan(30 + 6 * 2 + 2 * 3 + 10)
  expect(timers).toBeLessThan(30 * 2 + 10)
  await Promise.all(readers.map((reader) => reader?.cancel()))
})

test('a thousand pages that wait for a heartbeat get it in many ticks', async () => {
  const { store, workspace, siteKey } = await createSiteKit()
  const clock = manualClock(testStart)
  const events = createVisitorEvents({ store, clock, logger: silentLogger })
  let chunks = 0
  const read = async (body: ReadableStream<Uint8Array> | null) => {
    for await (const _chunk of body ?? []) chunks += 1
  }
  const reading = []
  for (let nth = 0; nth < 1_000; nth += 1) {
    const { body } = await events.open(visitorOf(workspace.id, `vtr_${nth}`, siteKey), null)
    reading.push(read(body))
  }
  await until(() => chunks === 2_000)
  clock.advance(20_000)
  let most = 0
  for (let before = chunks; before < 3_000; before = chunks) {
    await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, chunks - before)
  }
  expect(most).toBeLessThan(250)
  events.close()
  await Promise.all(reading)
})

test('at most two conversations of one workspace are read for its streams at the same time', async () => {
  const kit = await createSiteKit({ agent })
  const pages: Page[] = []
  for (let nth = 0; nth < 6; nth += 1) {
    const page = openPage(kit)
    await page.visit()
    await page.say('Hello')
    pages.push(page)
  }
  let reading = 0
  let most = 0
  const { list } = kit.store
  const countedList: typeof list = async (query) => {
    if (query.in !== 'messages') return list.call(kit.store, query)
    reading += 1
    most = Math.max(most, reading)
    await new Promise((resolve) => setImmediate(resolve))
    const rows = await list.call(kit.store, query)
    reading -= 1
    return rows
  }
  Object.assign(kit.store, { list: countedList })
  const listened = await Promise.all(pages.map((page) => listen(page, '0')))
  await until(() => listened.every(({ texts }) => texts().length === 2))
  expect(most).toBe(2)
})

test('a site and a process have at most as many event streams open as their limits allow', async () => {
  const store = memoryStore()
  await store.migrate(schemaPlan)
  const base = { store, clock: manualClock(testStart), logger: silentLogger }
  const events = createVisitorEvents(base, { perWorkspace: 2, perProcess: 3 })
  const open = (workspace: string, visitor: string) =>
    events.open(visitorOf(workspace, visitor), null)
  const first = await open('ws_a', 'vtr_1')
  await open('ws_a', 'vtr_2')
  await expect(open('ws_a', 'vtr_3')).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
  await open('ws_b', 'vtr_4')
  await expect(open('ws_c', 'vtr_5')).rejects.toMatchObject({ code: 'rate_limited' })
  await first.body?.cancel()
  await open('ws_c', 'vtr_5')
  expect(events.count()).toBe(3)
  events.close()
  expect(events.count()).toBe(0)
})
