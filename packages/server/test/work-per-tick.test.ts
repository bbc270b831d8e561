import { api } from '@doorkit/models'
import type { Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { contacts } from '../src/collections/contact.ts'
import { messages } from '../src/collections/message.ts'
import { answerPeople } from '../src/collections/person-in-stored-answer.ts'
import { charactersPerWork, workPerTick } from '../src/limits/bounds.ts'
import { countedTicks } from './support/counted-ticks.ts'
import { caller, createKit } from './support/kit.ts'
import { largestOf } from './support/largest.ts'
import { overMemory } from './support/stores.ts'

// One budget of work may start during a tick of the event loop, and one at its end.
const mostRows = 2 * workPerTick

const email = 'ada@example.com'

/** Stores messages of a conversation, at the positions from `from` to before `to`. */
async function fill(
  store: Store,
  place: { readonly workspace: string; readonly conversation: string },
  from: number,
  to: number,
) {
  for (let first = from; first < to; first += 500) {
    await store.commit(
      Array.from({ length: Math.min(500, to - first) }, (_, offset) =>
        messages.insert(
          `${place.conversation}_${first + offset}`,
          { ...place, position: first + offset, created_at: 0 },
          { role: 'user', text: `said ${first + offset}`, tools: [] },
        ),
      ),
    )
  }
}

/** Creates a kit with conversations of one person, each with `length` messages. */
async function createTranscripts(store: Store, conversations: number, length: number) {
  const counted = countedTicks(store)
  const kit = await createKit({ store: counted.store })
  const call = caller(kit)
  const sessions: { id: string; conversation: string }[] = []
  for (let at = 0; at < conversations; at++) {
    const { json } = await call('POST', '/chat/sessions', { body: { visitor: { email } } })
    sessions.push(json)
    await fill(store, { workspace: kit.workspace.id, conversation: json.conversation }, 0, length)
  }
  return { ...counted, kit, call, sessions }
}

const textsOf = (transcript: readonly { text: string }[]) => transcript.map(({ text }) => text)
const textsBetween = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `said ${from + at}`)

overMemory((openStore) => {
  test('a list has the last 200 messages of each conversation, and reads a limited number of rows in each tick', async () => {
    const { call, during } = await createTranscripts(openStore(), 30, 250)
    const list = () => call('GET', '/conversations?expand=messages&limit=100')
    const { result, most, ticks } = await during(list)
    expect(result.status).toBe(200)
    expect(result.json.data).toHaveLength(30)
    for (const conversation of result.json.data) {
      expect(textsOf(conversation.messages)).toEqual(textsBetween(50, 250))
    }
    expect(most).toBeLessThanOrEqual(mostRows)
    expect(ticks).toBeGreaterThan(10)
  })

  test('a conversation, its session and its export are complete, and read a limited number of rows in each tick', async () => {
    const { call, during, sessions } = await createTranscripts(openStore(), 1, 5_000)
    const [session] = sessions
    const reads = [
      () => call('GET', `/conversations/${session?.conversation}?expand=messages`),
      () => call('GET', `/chat/sessions/${session?.id}`),
      () => call('POST', '/privacy/exports', { body: { email } }),
    ]
    for (const read of reads) {
      const { result, most, ticks } = await during(read)
      const { messages: transcript } = result.json.conversations?.[0] ?? result.json
      expect(textsOf(transcript)).toEqual(textsBetween(0, 5_000))
      expect(most).toBeLessThanOrEqual(mostRows)
      expect(ticks).toBeGreaterThan(5)
    }
  })

  test('ten large reads at the same time share the budget of a tick', async () => {
    const { call, during } = await createTranscripts(openStore(), 1, 5_000)
    const read = () => call('POST', '/privacy/exports', { body: { email } })
    const { result, most } = await during(() => Promise.all(Array.from({ length: 10 }, read)))
    for (const { status } of result) expect(status).toBe(200)
    expect(most).toBeLessThanOrEqual(mostRows)
  })
})

overMemory((openStore) => {
  test('old rows are removed, a limited number in each tick', async () => {
    const { during, kit, store } = await createTranscripts(openStore(), 1, 0)
    const old = 6_000
    const row = (id: number) =>
      answerPeople.insert(
        `answer_${id}`,
        { workspace: kit.workspace.id, answer: 'a', expires_at: 0 },
        null,
      )
    for (let at = 0; at < old; at += 500) {
      await store.commit(Array.from({ length: 500 }, (_, offset) => row(at + offset)))
    }
    const { most, ticks } = await during(() => kit.doorkit.worker.tick())
    const where = [{ column: 'expires_at', op: 'lt', value: 1 } as const]
    const measures = { left: { op: 'count' } } as const
    const [counted] = await store.aggregate({ in: answerPeople.plan.name, where, measures })
    expect(counted?.values.left ?? 0).toBe(0)
    expect(most).toBeLessThanOrEqual(mostRows)
    expect(ticks).toBeGreaterThanOrEqual(old / workPerTick)
  })

  test('a long conversation is graded and its payload is built with a limited number of rows in each tick', async () => {
    const { call, during, kit, store, sessions } = await createTranscripts(openStore(), 1, 0)
    const [session] = sessions
    const body = { url: 'https://receiver.example/', events: ['*'] }
    await call('POST', '/webhook_endpoints', { body })
    await call('POST', `/chat/sessions/${session?.id}/messages`, { body: { text: 'Hello' } })
    const conversation = session?.conversation ?? ''
    await fill(store, { workspace: kit.workspace.id, conversation }, 2, 5_000)
    kit.clock.advance(3_600_000)
    const grading = await during(() => kit.doorkit.worker.tick())
    expect(grading.result.graded).toBe(1)
    expect(grading.most).toBeLessThanOrEqual(mostRows)
    expect(grading.ticks).toBeGreaterThan(5)
    kit.clock.advance(10_000)
    const building = await during(() => kit.doorkit.worker.tick())
    expect(building.result.built).toBeGreaterThan(0)
    expect(building.most).toBeLessThanOrEqual(mostRows)
    expect(building.ticks).toBeGreaterThan(5)
  })
})

const manyContacts = Array.from({ length: 100 }, (_, at) => ({ email: `person${at}@example.com` }))
const longDocument = { name: 'Handbook', content: 'All about parcels. '.repeat(10_000) }

overMemory((openStore) => {
  test('documents that arrive at the same time are written one after the other', async () => {
    const counted = countedTicks(openStore())
    const kit = await createKit({ store: counted.store })
    const call = caller(kit)
    const sent = Array.from({ length: 10 }, () => longDocument)
    const { result, most } = await counted.during(() =>
      Promise.all(sent.map((body) => call('POST', '/knowledge/documents', { body }))),
    )
    for (const { status, json } of result) {
      expect(status).toBe(200)
      expect(json.chunks).toBeGreaterThan(200)
    }
    // At most two documents are written in a tick: one write may end in the tick, and the next one begin.
    expect(most).toBeLessThan(3 * result[0]?.json.chunks)
  })

  test("after its first step, a list of long opening tests reads at most the characters of a tick's budget in each step", async () => {
    const store = openStore()
    const read: number[] = []
    const kit = await createKit({
      store: {
        ...store,
        async list(query) {
          const rows = await store.list(query)
          read.push(rows.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0))
          return rows
        },
      },
    })
    const call = caller(kit)
    for (let at = 0; at < 12; at++) {
      const body = largestOf(api.experiments.create.body, at)
      const { json } = await call('POST', '/experiments', { body })
      for (let variant = 1; variant < 20; variant++) {
        const body = largestOf(api.experiments.proposeVariant.body, variant)
        await call('POST', `/experiments/${json.id}/variants`, { body })
      }
    }
    read.length = 0
    const { json } = await call('GET', '/experiments?limit=100')
    expect(json.data).toHaveLength(12)
    expect(json.data[0].variants).toHaveLength(20)
    expect([json.has_more, json.next_cursor]).toEqual([false, null])
    expect(Math.max(...read.slice(1))).toBeLessThanOrEqual(workPerTick * charactersPerWork)
  })

  test('a list of documents reads none of their texts', async () => {
    const store = openStore()
    const texts: string[] = []
    const keep = <Read>(read: Read): Read => {
      texts.push(JSON.stringify(read))
      return read
    }
    const kit = await createKit({
      store: {
        ...store,
        get: async (refs) => keep(await store.get(refs)),
        list: async (query) => keep(await store.list(query)),
      },
    })
    const call = caller(kit)
    const { json: made } = await call('POST', '/knowledge/documents', { body: longDocument })
    texts.length = 0
    const { json } = await call('GET', '/knowledge/documents?limit=100')
    const { content: _, ...listed } = made
    expect(json.data).toEqual([listed])
    expect(texts.join()).not.toContain('parcels')
    await call('GET', `/knowledge/documents/${made.id}`)
    expect(texts.join()).toContain(longDocument.content)
  })

  test('a list of a hundred short contacts needs three reads', async () => {
    const store = openStore()
    const limits: number[] = []
    const list: Store['list'] = async (query) => {
      if (query.in === contacts.plan.name) limits.push(query.limit)
      return store.list(query)
    }
    const kit = await createKit({ store: { ...store, list } })
    const call = caller(kit)
    await Promise.all(manyContacts.map((body) => call('POST', '/contacts', { body })))
    limits.length = 0
    const { json } = await call('GET', '/contacts?limit=100')
    expect(json.data).toHaveLength(100)
    expect(limits).toEqual([25, 50, 26])
  })

  test('a short list does not wait for two hundred long ones of another workspace', async () => {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    const other = await kit.anotherWorkspace()
    await Promise.all(manyContacts.map((body) => call('POST', '/contacts', { body })))
    await other.call('POST', '/contacts', { body: { email: 'ada@example.com' } })
    const answered: string[] = []
    const note = (name: string) => () => void answered.push(name)
    const long = Array.from({ length: 200 }, () =>
      call('GET', '/contacts?limit=100').then(note('long')),
    )
    const short = other.call('GET', '/contacts?limit=5').then(note('short'))
    await Promise.all([...long, short])
    expect(answered.indexOf('short')).toBeLessThan(20)
  })

  test('a request does not wait for two hundred requests of another workspace that read almost nothing', async () => {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    const other = await kit.anotherWorkspace()
    const answered: string[] = []
    const note = (name: string) => () => void answered.push(name)
    const many = Array.from({ length: 200 }, () => call('GET', '/me').then(note('many')))
    const one = other.call('GET', '/me').then(note('one'))
    await Promise.all([...many, one])
    expect(answered.indexOf('one')).toBeLessThan(60)
  })
})
