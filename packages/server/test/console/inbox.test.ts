import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { consoleSessions } from '../../src/collections/console-session.ts'
import { createInboxChanges } from '../../src/console/inbox-changes.ts'
import { manualClock } from '../../src/index.ts'
import { silentLogger } from '../../src/ports/logger.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { until } from '../support/faulty-store.ts'
import { caller, testStart } from '../support/kit.ts'
import { type SentEvent, sentEvents } from '../support/site.ts'
import { describeOverStores } from '../support/stores.ts'
import { baseUrl, createConsoleKit, grace, pageHeaders } from './console-kit.ts'

const tom = { id: 'u2', name: 'Tom' }

const agent = agentOf(async function* ({ tools, messages }) {
  if (messages.at(-1)?.text.includes('person')) {
    await tools.request_handoff?.execute({ reason: 'asked_for_person' })
  }
  yield* textChunks('Of course.')
})

type ConsoleKit = Awaited<ReturnType<typeof createConsoleKit>>

async function setUp(options?: Parameters<typeof createConsoleKit>[0]) {
  const kit = await createConsoleKit({ agent, ...options })
  const call = caller(kit)
  return {
    ...kit,
    call,
    /** Begins a conversation. By default, the visitor asks for a person. */
    async ask(text = 'A person, please.') {
      const { json: session } = await call('POST', '/chat/sessions', { body: {} })
      const say = (words: string) =>
        call('POST', `/chat/sessions/${session.id}/messages`, { body: { text: words } })
      await say(text)
      return { id: session.conversation as string, say }
    },
  }
}

/** Follows the inbox, and collects its events. */
async function follow({ console }: ConsoleKit, cookie: string) {
  const response = await console.fetch(`${baseUrl}/api/inbox_changes`, {
    mountPath: '/console',
    headers: { ...pageHeaders, Cookie: cookie },
  })
  const received: SentEvent[] = []
  let isOver = false
  const reading = (async () => {
    for await (const event of sentEvents(response)) received.push(event)
    isOver = true
  })()
  return {
    response,
    received,
    reading,
    isOver: () => isOver,
    changes: () => received.flatMap(({ data }) => JSON.parse(data ?? '').conversations),
  }
}

async function moveUntil(kits: readonly ConsoleKit[], holds: () => boolean): Promise<void> {
  await until(async () => {
    for (const { clock, doorkit } of kits) {
      clock.advance(200)
      await doorkit.ping()
    }
    return holds()
  })
}

describeOverStores('the inbox', (openStore) => {
  test('lists the visitors in pages, the one who has waited the longest first', async () => {
    const { ask, clock, request, signIn } = await setUp({ store: openStore() })
    const ids: string[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      clock.advance(60_000)
      ids.push((await ask()).id)
    }
    await ask('Hello')
    const cookie = await signIn('agent')
    const first = await request('GET', '/api/inbox?state=waiting&limit=2', { cookie })
    expect(first.json.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    const after = `&starting_after=${first.json.next_cursor}`
    const { json } = await request('GET', `/api/inbox?state=waiting&limit=2${after}`, { cookie })
    expect(json.data).toMatchObject([{ id: ids[2], team: { state: 'waiting' } }])
    expect(json.data[0].unanswered_since).toBe(json.data[0].team.since)
    const joined = await request('GET', '/api/inbox?state=person', { cookie })
    expect(joined.json.data).toEqual([])
  })

  test('lets people act only under their own name, and only one person at a time', async () => {
    const { ask, request, signIn, call } = await setUp({ store: openStore() })
    const { id, say } = await ask()
    const cookie = await signIn('agent')
    const forged = await request('POST', `/api/inbox/${id}/join`, { cookie, body: { person: tom } })
    expect(forged.json).toMatchObject({ status: 400 })
    const joined = await request('POST', `/api/inbox/${id}/join`, { cookie })
    expect(joined.json.team).toMatchObject({ state: 'person', person: grace })
    const other = await signIn('agent', { person: tom })
    const refused = await request('POST', `/api/inbox/${id}/join`, { cookie: other })
    expect(refused.json).toMatchObject({ status: 409, code: 'conflict' })
    expect(refused.json.detail).toContain('Grace Hopper')
    const body = { text: 'I am here.' }
    for (const [path, more] of [
      ['messages', { body }],
      ['leave', {}],
    ] as const) {
      const { status } = await request('POST', `/api/inbox/${id}/${path}`, {
        cookie: other,
        ...more,
      })
      expect([path, status]).toEqual([path, 409])
    }
    const sent = await request('POST', `/api/inbox/${id}/messages`, { cookie, body })
    expect([sent.status, sent.json.author]).toEqual([201, { kind: 'person', ...grace }])
    const named = await request('POST', `/api/inbox/${id}/messages`, {
      cookie,
      body: { ...body, person: tom },
    })
    expect(named.status).toBe(400)
    await say('Thank you.')
    const { json } = await request('GET', '/api/inbox?state=person', { cookie })
    expect(json.data).toMatchObject([{ id, team: { person: grace } }])
    expect(json.data[0].unanswered_since).not.toBe(null)
    const left = await request('POST', `/api/inbox/${id}/leave`, { cookie })
    expect(left.json.team.state).toBe('agent')
    const { json: conversation } = await call('GET', `/conversations/${id}?expand=messages`)
    expect(
      conversation.messages.map((one: { author?: object }) => one.author?.constructor),
    ).toEqual([undefined, undefined, Object, undefined])
  })

  test('reports changes to a page that another server serves', async () => {
    const store = openStore()
    const here = await setUp({ store })
    const there = await createConsoleKit({ agent, store })
    const cookie = await here.signIn('agent')
    const page = await follow(there, cookie)
    await until(async () => page.received.length > 0)
    expect(page.changes()).toEqual([])
    const { id } = await here.ask()
    await moveUntil([here, there], () => page.changes().length > 0)
    expect(page.changes().at(-1)).toMatchObject({ id, team: { state: 'waiting' } })
    await here.request('POST', `/api/inbox/${id}/join`, { cookie })
    await moveUntil([here, there], () => page.changes().at(-1)?.team.state === 'person')
    expect(Object.keys(page.changes().at(-1)).sort()).toEqual([
      'id',
      'message_count',
      'team',
      'unanswered_since',
    ])
    await there.doorkit.close()
    await page.reading
  })
})

test('a stream of the inbox reports each change once, and nothing about another workspace', async () => {
  const kit = await setUp()
  const other = await kit.anotherWorkspace()
  await kit.doorkit.workspaces.update(other.id, { agent: { live: true } })
  const mine = await follow(kit, await kit.signIn('viewer'))
  const theirs = await follow(kit, await kit.signIn('viewer', { workspace: other.id }))
  const first = await kit.ask()
  await moveUntil([kit], () => mine.changes().length > 0)
  const second = await kit.ask('Hello')
  for (let nth = 0; nth < 20; nth += 1) {
    kit.clock.advance(200)
    await kit.doorkit.ping()
  }
  expect(mine.changes().map(({ id }) => id)).toEqual([first.id, second.id])
  expect(theirs.changes()).toEqual([])
})

test('a stream of the inbox reports once that a conversation was deleted', async () => {
  const kit = await setUp()
  const { id } = await kit.ask()
  const cookie = await kit.signIn('agent')
  const { received, changes, reading } = await follow(kit, cookie)
  await until(async () => received.length === 1)
  await kit.call('DELETE', `/conversations/${id}`)
  await moveUntil([kit], () => changes().at(-1)?.team.state === 'agent')
  const { json } = await kit.request('GET', '/api/inbox?state=waiting', { cookie })
  expect(json.data).toEqual([])
  for (let second = 0; second < 5; second += 1) await moveUntil([kit], () => true)
  const gone = changes().filter(({ team }) => team.state === 'agent')
  expect(gone).toMatchObject([{ id, message_count: 0, unanswered_since: null }])
  kit.doorkit.retire()
  await reading
})

test('a stream of the inbox ends by itself, because the host may have signed the person out', async () => {
  const kit = await setUp()
  const page = await follow(kit, await kit.signIn('agent'))
  await until(async () => {
    kit.clock.advance(1_000)
    return page.isOver()
  })
})

test('a stream of the inbox ends within two seconds of the sign-out, and reports no later change', async () => {
  const kit = await setUp()
  const cookie = await kit.signIn('agent')
  const page = await follow(kit, cookie)
  const other = await follow(kit, await kit.signIn('agent'))
  await kit.request('POST', '/sign-out', { cookie })
  await kit.ask()
  kit.clock.advance(2_000)
  await until(page.isOver)
  await moveUntil([kit], () => other.changes().length > 0)
  expect(page.changes()).toEqual([])
  expect((await kit.request('GET', '/api/inbox_changes', { cookie })).status).toBe(401)
  expect((await follow(kit, cookie)).response.status).toBe(401)
})

test('a stream of the inbox also ends if its session ended while it opened', async () => {
  const store = memoryStore()
  let beforeOpening = async () => {}
  const kit = await setUp({
    store: {
      ...store,
      async get(refs) {
        const rows = await store.get(refs)
        if (refs.some((ref) => ref.in === consoleSessions.plan.name)) await beforeOpening()
        return rows
      },
    },
  })
  const other = await follow(kit, await kit.signIn('agent'))
  const cookie = await kit.signIn('agent')
  beforeOpening = async () => {
    beforeOpening = async () => {}
    await kit.request('POST', '/sign-out', { cookie })
    await kit.ask()
    await moveUntil([kit], () => other.changes().length > 0)
  }
  const page = await follow(kit, cookie)
  for (let nth = 0; nth < 10; nth += 1) await moveUntil([kit], () => true)
  expect(page.isOver()).toBe(true)
})

test('a workspace cannot open more streams of the inbox than its limit, which leaves room for others', async () => {
  const services = { store: memoryStore(), clock: manualClock(testStart), logger: silentLogger }
  const changes = createInboxChanges(services, { perWorkspace: 2, perProcess: 3 })
  const first = changes.open('a', null)
  changes.open('a', null)
  expect(() => changes.open('a', null)).toThrow('Try again later')
  changes.open('b', null)
  expect(() => changes.open('b', null)).toThrow('Try again later')
  await first.body?.cancel()
  changes.open('b', null)
  changes.close()
  expect(changes.count()).toBe(0)
})
