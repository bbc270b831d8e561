import { createServer } from 'node:http'
import { createDoorkit, memoryStore } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AbortedError, type Contact, type Conversation, createClient } from '../../src/index.ts'
import { type SyncCheckpoint, syncChanges } from '../../src/sync/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { listen } from '../support/listen.ts'
import { clientOf, json, startServer } from '../support/scripted-server.ts'
import { openWorkspace } from '../testing/open-workspace.ts'
import { createMirror } from './mirror.ts'

async function openWithContacts(names: readonly string[]) {
  const workspace = await openWorkspace()
  const { client } = workspace
  const upsert = (name: string) => client.contacts.upsert({ email: `${name}@example.com` })
  for (const name of names) await upsert(name)
  return { ...workspace, upsert, mirror: createMirror<Contact>(client.contacts) }
}

const emailsOf = (items: Iterable<Contact>) => [...items].map(({ email }) => email).sort()

describe('a run', () => {
  test('delivers everything the first time, in batches with a checkpoint each', async () => {
    const { mirror, client } = await openWithContacts(['a', 'b', 'c'])
    await mirror.run({ pageSize: 2 })
    expect(mirror.batches).toMatchObject([
      { items: [{}, {}], full: true, done: false },
      { items: [{}], full: true, done: true },
    ])
    const [middle, last] = mirror.batches.map(({ checkpoint }) => checkpoint)
    const { workspace } = await client.me.get()
    const owner = { list: 'api.doorkit.test/v1/contacts', workspace }
    const run = { startedAt: expect.any(String), cursor: expect.any(String) }
    expect(middle).toEqual({ run, ...owner })
    expect(last).toEqual({ since: middle?.run?.startedAt, ...owner })
    // The time is 09:30:00 on the server, minus five seconds and the duration of the call.
    expect(last?.since).toMatch(/^2026-10-12T09:29:5[34]\.\d{3}Z$/)
    expect(await client.contacts.list().toArray({ limit: 9 })).toEqual([...mirror.items.values()])
  })

  test('after the first delivers the changes since the previous run began', async () => {
    const { mirror, upsert, clock } = await openWithContacts(['a', 'b'])
    await clock.advance(60_000)
    await mirror.run()
    await clock.advance(60_000)
    await upsert('b')
    await upsert('c')
    await mirror.run()
    const last = mirror.batches.at(-1)
    expect(emailsOf(last?.items ?? [])).toEqual(['b@example.com', 'c@example.com'])
    expect(last).toMatchObject({ full: false, done: true })
  })

  test('has a batch even if nothing changed, so that the checkpoint advances', async () => {
    const { mirror, clock } = await openWithContacts([])
    await mirror.run()
    await clock.advance(60_000)
    await mirror.run()
    const [first, second] = mirror.batches
    expect([first?.items, second?.items]).toEqual([[], []])
    const since = [first, second].map((batch) => Date.parse(batch?.checkpoint.since ?? ''))
    expect((since[1] ?? 0) - (since[0] ?? 0)).toBeGreaterThan(59_000)
  })

  test('reports its batches and items', async () => {
    const { client } = await openWithContacts(['a', 'b', 'c'])
    const batches: unknown[] = []
    const report = await syncChanges(client.contacts, {
      pageSize: 2,
      onBatch: (batch) => void batches.push(batch.checkpoint),
    })
    expect(report).toEqual({ checkpoint: batches[1], batches: 2, items: 3 })
  })

  test('of conversations or meetings reads the largest pages, with the query of the caller', async () => {
    const { client, requests, record } = await openWithContacts([])
    const conversation = await record.conversations.start({})
    const ids: string[] = []
    const onBatch = ({ items }: { items: readonly { id: string }[] }) =>
      void ids.push(...items.map(({ id }) => id))
    const { checkpoint } = await syncChanges(client.conversations, {
      query: { expand: ['messages'], include_test: true },
      onBatch,
    })
    await syncChanges(client.conversations, {
      checkpoint,
      query: { include_test: true, expand: ['messages'] },
      onBatch,
    })
    await syncChanges(client.meetings, { onBatch })
    expect(ids).toEqual([conversation, conversation])
    const lists = requests.filter(({ path }) => path !== '/me')
    expect(lists.map(({ path, query }) => [path, query])).toEqual([
      ['/conversations', { limit: '100', expand: 'messages', include_test: 'true' }],
      [
        '/conversations',
        {
          limit: '100',
          expand: 'messages',
          include_test: 'true',
          updated_since: checkpoint.since,
        },
      ],
      ['/meetings', { limit: '100' }],
    ])
  })

  test('reports wrong cursors of a list, after its items', async () => {
    const page = { object: 'list', data: [{ id: 'ct_1' }], has_more: true }
    const wrongCursors = { cursor_repeated: 'same', cursor_missing: null }
    let checkedCodes = 0
    for (const [code, next_cursor] of Object.entries(wrongCursors)) {
      const client = clientOf(await startServer(json({ ...page, next_cursor })))
      let batches = 0
      const run = syncChanges(client.contacts, { onBatch: () => void batches++ })
      expect(await failureOf(run)).toMatchObject({ code })
      expect(batches).toBe(next_cursor === null ? 1 : 2)
      checkedCodes++
    }
    expect(checkedCodes).toBe(2)
  })
})

describe('an interrupted run', () => {
  test('continues with the page whose batch was lost', async () => {
    const { mirror, requests } = await openWithContacts(['a', 'b', 'c', 'd', 'e'])
    await failureOf(mirror.run({ pageSize: 2, crashAt: 1 }))
    expect(mirror.items.size).toBe(2)
    const stoppedAt = mirror.checkpoint
    await mirror.run({ pageSize: 2 })
    expect(mirror.items.size).toBe(5)
    expect(mirror.checkpoint).toMatchObject({ since: stoppedAt?.run?.startedAt })
    expect(mirror.checkpoint).not.toHaveProperty('run')
    expect(mirror.batches.map(({ full }) => full)).toEqual([true, true, true])
    expect(requests.filter(({ method, path }) => method === 'GET' && path !== '/me')).toHaveLength(
      4,
    )
  })

  test('rejects with the error that onBatch throws', async () => {
    const { client } = await openWithContacts(['a'])
    const diskFull = new Error('disk full')
    const run = syncChanges(client.contacts, {
      async onBatch() {
        throw diskFull
      },
    })
    expect(await failureOf(run)).toBe(diskFull)
  })

  test('can be resumed after its signal ended it', async () => {
    const { client } = await openWithContacts(['a', 'b', 'c'])
    const controller = new AbortController()
    let storedCheckpoint: SyncCheckpoint | undefined
    const ids: string[] = []
    const onBatch = ({ items, checkpoint }: { items: readonly Contact[]; checkpoint: object }) => {
      ids.push(...items.map(({ email }) => email))
      storedCheckpoint = checkpoint
      controller.abort(new Error('shutting down'))
    }
    const failure = await failureOf(
      syncChanges(client.contacts, { pageSize: 2, signal: controller.signal, onBatch }),
    )
    expect(failure).toBeInstanceOf(AbortedError)
    expect(ids).toHaveLength(2)
    await syncChanges(client.contacts, { pageSize: 2, checkpoint: storedCheckpoint, onBatch })
    expect(ids.toSorted()).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
  })

  test('starts over if the server no longer accepts its cursor', async () => {
    const { client } = await openWithContacts(['a', 'b', 'c'])
    const emails: string[] = []
    const { checkpoint } = await syncChanges(client.contacts, {
      checkpoint: {
        since: '2026-01-01T00:00:00.000Z',
        run: { startedAt: '2026-02-02T00:00:00Z', cursor: 'from-another-key' },
      },
      onBatch: ({ items }) => void emails.push(...items.map(({ email }) => email)),
    })
    expect(emails).toHaveLength(3)
    expect(checkpoint.since?.slice(0, 10)).toBe('2026-10-12')
  })

  test('does not start over for any other refusal', async () => {
    const { client, faults } = await openWithContacts(['a'])
    const onBatch = () => {}
    const run = { startedAt: '2026-02-02T00:00:00.000Z', cursor: 'x' }
    faults.next(400, { path: '/contacts' })
    const failure = await failureOf(syncChanges(client.contacts, { checkpoint: { run }, onBatch }))
    expect(failure).toMatchObject({ code: 'invalid_request' })
    const wrong = syncChanges(client.contacts, { checkpoint: { since: 'yesterday' }, onBatch })
    expect(await failureOf(wrong)).toMatchObject({ param: 'updated_since' })
  })
})

describe('a checkpoint', () => {
  test('belongs to its query, whose undefined members do not count', async () => {
    const { client } = await openWithContacts([])
    const onBatch = () => {}
    const { checkpoint } = await syncChanges(client.meetings, {
      query: { verified: true, include_test: undefined },
      onBatch,
    })
    expect(checkpoint.query).toBe('{"verified":true}')
    await syncChanges(client.meetings, { checkpoint, query: { verified: true }, onBatch })
    for (const query of [undefined, { verified: false }, { verified: true, include_test: true }]) {
      const run = syncChanges(client.meetings, { checkpoint, query, onBatch })
      expect(await failureOf(run)).toMatchObject({ code: 'invalid_argument' })
    }
  })

  test('of another list or another workspace is refused, and the error says where it belongs', async () => {
    const { client } = await openWithContacts(['a'])
    const otherWorkspace = await openWithContacts(['b'])
    const onBatch = () => expect.fail('a batch arrived')
    const { checkpoint } = await syncChanges(client.contacts, { onBatch() {} })
    const { workspace } = await client.me.get()
    const runs = [
      syncChanges(client.meetings, { checkpoint, onBatch }),
      syncChanges(otherWorkspace.client.contacts, { checkpoint, onBatch }),
    ]
    for (const run of runs) {
      expect(await failureOf(run)).toMatchObject({
        code: 'wrong_list',
        message: expect.stringContaining(
          `belongs to api.doorkit.test/v1/contacts of the workspace ${workspace}`,
        ),
      })
    }
  })

  test('continues under another API key of the same workspace', async () => {
    const { client, clock, connection, server, workspace, upsert } = await openWithContacts(['a'])
    await clock.advance(60_000)
    const { checkpoint } = await syncChanges(client.contacts, { onBatch() {} })
    const input = { workspace: workspace.id, name: 'New', access: 'full_access' } as const
    const { secret } = await server.keys.create(input)
    const rotated = createClient({ ...connection, apiKey: secret })
    await upsert('c')
    const { items } = await syncChanges(rotated.contacts, { checkpoint, onBatch() {} })
    expect(items).toBe(1)
  })

  test('may be null, because databases return an empty column as null', async () => {
    const { client } = await openWithContacts(['a'])
    const report = await syncChanges(client.contacts, { checkpoint: null, onBatch: () => {} })
    expect(report).toMatchObject({ items: 1, checkpoint: { since: expect.any(String) } })
  })
})

describe('a run that reads the event log', () => {
  test('reports contacts that were erased or deleted', async () => {
    const { mirror, client, clock } = await openWithContacts(['a', 'b', 'c'])
    await mirror.run({ events: client.events })
    await clock.advance(60_000)
    const [, b, c] = [...mirror.items.values()]
    await client.privacy.erase({ email: b?.email ?? '' })
    await client.contacts.delete(c?.id ?? '')
    await mirror.run({ events: client.events })
    expect(mirror.batches.at(-1)?.deleted.toSorted()).toEqual([b?.id, c?.id].toSorted())
    expect([...mirror.items.values()]).toEqual(await client.contacts.list().toArray({ limit: 9 }))
  })

  test('misses no deletion between two pages of its first run', async () => {
    const { mirror, client } = await openWithContacts(['a', 'b', 'c'])
    await mirror.run({
      events: client.events,
      pageSize: 1,
      meanwhile: async ({ items: [first] }, index) => {
        if (index === 1) await client.contacts.delete(first?.id ?? '')
      },
    })
    expect(mirror.items.size).toBe(2)
    expect([...mirror.items.values()]).toEqual(await client.contacts.list().toArray({ limit: 9 }))
  })

  test('reports deleted conversations, even if they are deleted between two pages of its first run', async () => {
    const { client, clock } = await openWithContacts([])
    for (let count = 0; count < 3; count += 1) await client.chatSessions.create({})
    const mirror = createMirror<Conversation>(client.conversations)
    const { events } = client
    const meanwhile = async ({ items }: { items: readonly Conversation[] }, index: number) => {
      if (index === 1) await client.conversations.delete(items[0]?.id ?? '')
    }
    await mirror.run({ events, pageSize: 1, meanwhile })
    expect(mirror.items.size).toBe(2)
    await clock.advance(60_000)
    const [gone = ''] = mirror.items.keys()
    await client.conversations.delete(gone)
    await mirror.run({ events })
    expect(mirror.batches.at(-1)?.deleted).toContain(gone)
    const remainingConversations = await client.conversations.list().toArray({ limit: 9 })
    expect(remainingConversations).toHaveLength(1)
    expect([...mirror.items.values()]).toEqual(remainingConversations)
  })

  test('refuses a checkpoint older than the log', async () => {
    const { mirror, client, clock } = await openWithContacts(['a'])
    await mirror.run({ events: client.events })
    await clock.advance(31 * 86_400_000)
    const failure = await failureOf(mirror.run({ events: client.events }))
    expect(failure).toMatchObject({ code: 'checkpoint_expired' })
    await mirror.run()
  })
})

test('options that would lose changes, or start over each time, are refused', async () => {
  const { client, requests } = await openWithContacts([])
  const onBatch = () => expect.fail('a batch arrived')
  const text = JSON.parse('"{}"')
  const run = syncChanges(client.contacts, { checkpoint: text, onBatch })
  expect(await failureOf(run)).toMatchObject({ code: 'invalid_argument' })
  for (const overlap of [-1, Number.NaN]) {
    const run = syncChanges(client.contacts, { overlap, onBatch })
    expect(await failureOf(run)).toMatchObject({ code: 'invalid_option' })
  }
  expect(requests).toEqual([])
})

test('a mirror follows a server over HTTP', async () => {
  const doorkit = createDoorkit({ store: memoryStore() })
  const { id } = await doorkit.workspaces.create({ name: 'A', website: 'https://a.example' })
  const key = await doorkit.keys.create({ workspace: id, name: 'K', access: 'full_access' })
  onTestFinished(() => doorkit.close())
  const port = await listen(createServer(toNode(doorkit)))
  const client = createClient({ apiKey: key.secret, baseUrl: `http://127.0.0.1:${port}/v1` })
  const mirror = createMirror<Contact>(client.contacts)
  const upsert = (name: string) => client.contacts.upsert({ email: `${name}@example.com` })
  await upsert('a')
  await upsert('b')
  await mirror.run({ overlap: 0, pageSize: 1, meanwhile: async () => void (await upsert('a')) })
  await upsert('c')
  await mirror.run({ overlap: 0 })
  const contacts = await client.contacts.list().toArray({ limit: 9 })
  expect(new Map(contacts.map((contact) => [contact.id, contact]))).toEqual(mirror.items)
  expect(contacts).toHaveLength(3)
})
