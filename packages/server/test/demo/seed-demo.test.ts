import { Contact, Conversation, KnowledgeDocument, LoggedEvent } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { manualClock } from '../../src/clock.ts'
import { seedDemo } from '../../src/demo/index.ts'
import { newAgent } from '../../src/records/agent-settings.ts'
import { schemaPlan } from '../../src/records/plan.ts'
import { newWorkspaceKeys, workspaces } from '../../src/records/workspace.ts'
import { memoryStore, type Store } from '../../src/store/index.ts'
import { caller, createKit, testStart } from '../support/kit.ts'

const hour = 3_600_000
const day = 24 * hour

/** A store with one empty workspace, always of the same id. */
async function emptyStore(): Promise<Store> {
  const store = memoryStore()
  await store.migrate(schemaPlan)
  await store.commit([
    workspaces.insert('ws_demo', newWorkspaceKeys(0), {
      name: 'Acme',
      website: 'https://acme.example',
      plan: 'apex',
      mode: 'live',
      timezone: 'UTC',
      billing: 'active',
      agent: newAgent(0),
    }),
  ])
  return store
}

/** Every row a demo can write, as text. */
async function contentOf(store: Store): Promise<string[]> {
  const orders = {
    contacts: 'contacts_updated',
    conversations: 'conversations_started',
    messages: 'messages_position',
    knowledge_documents: 'knowledge_documents_created',
    knowledge_chunks: 'knowledge_chunks_workspace',
    events: 'events_created',
  }
  const content: string[] = []
  for (const [collection, index] of Object.entries(orders)) {
    const rows = await store.list({ in: collection, index, where: [], dir: 'asc', limit: 1_000 })
    expect(rows.length, collection).toBeGreaterThan(0)
    content.push(...rows.map((row) => JSON.stringify(row)))
  }
  return content
}

const seed = (store: Store, at = testStart) =>
  seedDemo({ store, workspace: 'ws_demo', clock: manualClock(at) })

describe('the content', () => {
  test('is the same whenever on a day it is made', async () => {
    const [morning, evening] = [await emptyStore(), await emptyStore()]
    await seed(morning, testStart)
    await seed(evening, testStart + 10 * hour)
    expect(await contentOf(evening)).toEqual(await contentOf(morning))
  })

  test('moves with the day', async () => {
    const [today, tomorrow] = [await emptyStore(), await emptyStore()]
    await seed(today, testStart)
    await seed(tomorrow, testStart + day)
    expect(await contentOf(tomorrow)).not.toEqual(await contentOf(today))
  })

  test('is added once, even on a later day', async () => {
    const store = await emptyStore()
    expect(await seed(store)).toEqual({ added: true })
    const before = await contentOf(store)
    expect(await seed(store, testStart + 3 * day)).toEqual({ added: false })
    expect(await contentOf(store)).toEqual(before)
  })

  test('is completed on a later day when it was interrupted anywhere', async () => {
    const whole = await emptyStore()
    await seed(whole)
    const expected = await contentOf(whole)
    let interruptions = 0
    for (let after = 1; ; after++) {
      const store = await emptyStore()
      const finished = await seed(failingAfter(store, after)).then(
        () => true,
        () => false,
      )
      if (finished) break
      interruptions++
      expect(await seed(store, testStart + day)).toEqual({ added: true })
      expect(await contentOf(store)).toEqual(expected)
    }
    expect(interruptions).toBeGreaterThan(10)
  })

  test('goes into a workspace that exists', async () => {
    const store = await emptyStore()
    await expect(
      seedDemo({ store, workspace: 'ws_other', clock: manualClock(testStart) }),
    ).rejects.toThrow('There is no workspace ws_other.')
  })

  test('can be in several workspaces of one store', async () => {
    const kit = await createKit()
    const other = await kit.doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
    for (const { id } of [kit.workspace, other]) {
      expect(await seedDemo({ store: kit.store, workspace: id, clock: kit.clock })).toEqual({
        added: true,
      })
    }
    const [added] = await kit.store.aggregate({
      in: 'contacts',
      where: [{ key: 'workspace', op: 'eq', value: other.id }],
      measures: { count: { op: 'count' } },
    })
    expect(added?.values).toEqual({ count: 60 })
  })
})

describe('through the API', () => {
  test('every object keeps its model, and there are enough of each kind', async () => {
    const { all } = await demoKit()
    const conversations = (await all('/conversations?expand=messages&include_test=true')).map(
      (item) => Conversation.parse(item),
    )
    const contacts = (await all('/contacts')).map((item) => Contact.parse(item))
    const documents = (await all('/knowledge/documents')).map((item) =>
      KnowledgeDocument.parse(item),
    )
    const tests = conversations.filter(({ test: isTest }) => isTest)
    const count = (wanted: (conversation: Conversation) => boolean) =>
      conversations.filter((conversation) => !conversation.test && wanted(conversation)).length

    expect(conversations.length - tests.length).toBeGreaterThanOrEqual(120)
    expect(tests.length).toBe(6)
    expect(count(({ outcome }) => outcome === 'lead')).toBe(42)
    expect(count(({ outcome }) => outcome === 'meeting')).toBe(22)
    expect(count(({ outcome }) => outcome === 'handoff')).toBe(16)
    expect(count(({ evaluation }) => evaluation !== null)).toBeGreaterThan(100)
    expect(count(({ evaluation }) => evaluation === null)).toBeGreaterThan(0)
    expect(contacts).toHaveLength(60)
    expect(new Set(contacts.map(({ source }) => source))).toEqual(
      new Set(['chat', 'api', 'import']),
    )
    expect(documents).toHaveLength(3)
  })

  test('conversations are spread over 90 days and agree with their transcripts', async () => {
    const { all } = await demoKit()
    const conversations = (await all('/conversations?expand=messages&include_test=true')).map(
      (item) => Conversation.parse(item),
    )
    const contacts = (await all('/contacts')).map((item) => Contact.parse(item))
    const starts = conversations.map(({ started_at }) => Date.parse(started_at))
    expect(Math.max(...starts)).toBeGreaterThan(testStart - 4 * day)
    expect(Math.max(...starts)).toBeLessThan(testStart)
    expect(Math.min(...starts)).toBeGreaterThan(testStart - 91 * day)
    expect(Math.min(...starts)).toBeLessThan(testStart - 80 * day)
    let checked = 0
    for (const { message_count, messages = [], preview, lead, contact } of conversations) {
      expect(messages).toHaveLength(message_count)
      expect(messages[0]?.text.startsWith(preview)).toBe(true)
      const times = messages.map(({ created_at }) => created_at)
      expect([...times].sort()).toEqual(times)
      if (lead) {
        const held = contacts.find(({ id }) => id === contact)
        expect(held?.email).toBe(lead.email)
        expect(messages.some(({ text }) => text.includes(lead.email ?? '-'))).toBe(true)
      }
      checked++
    }
    expect(checked).toBe(conversations.length)
  })

  test('the event log holds the last 30 days of them and outlives the worker', async () => {
    const { doorkit, clock, all } = await demoKit()
    const before = (await all('/events')).map((item) => LoggedEvent.parse(item))
    const types = new Set(before.map(({ type }) => type))
    expect(types).toEqual(
      new Set([
        'conversation.started',
        'lead.captured',
        'handoff.requested',
        'conversation.completed',
      ]),
    )
    expect(before.length).toBeGreaterThan(80)
    clock.advance(60_000)
    expect(await doorkit.worker.tick()).toEqual({ built: 0, attempted: 0, graded: 0, read: 0 })
    expect(await all('/events')).toEqual(before)
  })

  test('the agent finds what the documents say', async () => {
    const { call } = await demoKit()
    const session = await call('POST', '/chat/sessions', { body: {} })
    const reply = await call('POST', `/chat/sessions/${session.json.id}/messages`, {
      body: { text: 'How long is the trial?' },
    })
    expect(reply.json.message.text).toContain('The trial lasts 30 days')
  })
})

async function demoKit() {
  const kit = await createKit()
  await seedDemo({ store: kit.store, workspace: kit.workspace.id, clock: kit.clock })
  const call = caller(kit)
  const all = async (path: string) => {
    const items: unknown[] = []
    const join = path.includes('?') ? '&' : '?'
    let cursor = ''
    do {
      const { status, json } = await call('GET', `${path}${join}limit=100${cursor}`)
      expect(status).toBe(200)
      items.push(...json.data)
      cursor = json.has_more ? `&starting_after=${json.next_cursor}` : ''
    } while (cursor)
    return items
  }
  return { ...kit, call, all }
}

/** A store that is cut off after a number of commits. */
function failingAfter(store: Store, commits: number): Store {
  let made = 0
  return {
    ...store,
    async commit(ops, options) {
      made++
      if (made > commits) throw new Error('The power went.')
      return store.commit(ops, options)
    },
  }
}
