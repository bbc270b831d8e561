import { memoryStore, type Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { events } from '../../../src/collections/event.ts'
import { messages } from '../../../src/collections/message.ts'
import { until } from '../../support/faulty-store.ts'
import { caller, createKit } from '../../support/kit.ts'

/** A store that counts the rows that lists read from a collection. */
function countingStore(collection: string) {
  const store = memoryStore()
  const count = { rows: 0 }
  const counted: Store = {
    ...store,
    async list(query) {
      const found = await store.list(query)
      if (query.in === collection) count.rows += found.length
      return found
    },
  }
  return { store: counted, count }
}

/** A conversation of 300 messages of 20,000 characters: 6 MB. */
async function createLongTranscript() {
  const { store, count } = countingStore(messages.plan.name)
  const kit = await createKit({ store })
  const call = caller(kit)
  const { json } = await call('POST', '/chat/sessions', { body: {} })
  const place = { workspace: kit.workspace.id, conversation: json.conversation as string }
  const text = 'x'.repeat(20_000)
  for (let position = 0; position < 300; position += 1) {
    const columns = { ...place, position, created_at: 0 }
    await store.commit([
      messages.insert(`msg_${position}`, columns, { role: 'user', text, tools: [] }),
    ])
  }
  const headers = { Authorization: `Bearer ${kit.key.secret}` }
  const url = `http://localhost/v1/conversations/${place.conversation}?expand=messages`
  const ask = () => kit.doorkit.fetch(url, { headers })
  return { kit, call, count, ask }
}

/** Waits until nothing runs any more, except what waits for the test. */
async function settle() {
  for (let tick = 0; tick < 200; tick += 1) await new Promise(setImmediate)
}

test('of 24 long transcripts that nobody reads, 16 are started and the others wait', async () => {
  const { call, count, ask } = await createLongTranscript()
  const answers: Response[] = []
  const requests = Array.from({ length: 24 }, () => ask().then((answer) => answers.push(answer)))
  await settle()
  expect([answers.length, count.rows]).toEqual([16, 16 * 20])
  // Short answers wait for none of them.
  expect((await call('GET', '/me')).status).toBe(200)
  for (let index = 0; index < 24; index += 1) {
    await until(() => answers.length > index)
    expect((await answers[index]?.text())?.length).toBeGreaterThan(6_000_000)
  }
  await Promise.all(requests)
})

test('a request for a long transcript that gets no memory for 10 seconds is refused', async () => {
  const { kit, ask } = await createLongTranscript()
  const unread = await Promise.all(Array.from({ length: 16 }, ask))
  const waiting = ask()
  await settle()
  kit.clock.advance(10_000)
  const refused = await waiting
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
  await unread[0]?.body?.cancel()
  expect((await ask()).status).toBe(200)
})

test('before a client reads a list of long events, the server loads five of them, and the client gets all', async () => {
  const { store, count } = countingStore(events.plan.name)
  const kit = await createKit({ store })
  const payloads = Array.from({ length: 12 }, (_, at) => ({
    id: `evt_${at}`,
    text: 'x'.repeat(99_999),
  }))
  for (const [at, payload] of payloads.entries()) {
    const columns = { workspace: kit.workspace.id, about: 'c', due_at: null, lease: null }
    const data = {
      type: 'conversation.completed',
      subject: { kind: 'conversation', id: 'c' },
      ...{ conversation: null, error: null, erased: false, deliveries: [] },
      payload: JSON.stringify(payload),
    } as const
    const created_at = kit.clock.now() - at
    await store.commit([events.insert(payload.id, { ...columns, created_at }, data)])
  }
  const headers = { Authorization: `Bearer ${kit.key.secret}` }
  const ask = (query: string) =>
    kit.doorkit.fetch(`http://localhost/v1/events?${query}`, { headers })
  const answer = await ask('limit=11')
  expect(count.rows).toBe(5)
  const page = (await answer.json()) as { data: unknown; has_more: boolean; next_cursor: string }
  expect(page).toMatchObject({ object: 'list', data: payloads.slice(0, 11), has_more: true })
  const rest = await ask(`limit=11&starting_after=${page.next_cursor}`)
  expect(await rest.json()).toEqual({
    ...{ object: 'list', has_more: false, next_cursor: null },
    data: payloads.slice(11),
  })
  const all = await ask('limit=12')
  expect(await all.json()).toMatchObject({ data: payloads, has_more: false, next_cursor: null })
})
