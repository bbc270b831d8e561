import { expect, test } from 'vitest'
import { messages } from '../src/collections/message.ts'
import { fairStores, rowsPerTurn } from '../src/store/fair-stores.ts'
import type { Store } from '../src/store/index.ts'
import { countedTurns } from './support/counted-turns.ts'
import { caller, createKit } from './support/kit.ts'
import { forEachStore } from './support/stores.ts'

// What one caller has at once, and one page of those that wait.
const mostRows = 2 * rowsPerTurn

const email = 'ada@example.com'

/** A kit with conversations of one person, of so many messages each. */
async function withTranscripts(store: Store, conversations: number, length: number) {
  const counted = countedTurns(store)
  const kit = await createKit({ store: counted.store })
  const call = caller(kit)
  const sessions: { id: string; conversation: string }[] = []
  for (let at = 0; at < conversations; at++) {
    const { json } = await call('POST', '/chat/sessions', { body: { visitor: { email } } })
    sessions.push(json)
    for (let position = 0; position < length; position += 500) {
      await store.commit(
        Array.from({ length: Math.min(500, length - position) }, (_, offset) =>
          messages.insert(
            `${json.conversation}_${position + offset}`,
            {
              workspace: kit.workspace.id,
              conversation: json.conversation,
              position: position + offset,
              created_at: 0,
            },
            { role: 'user', text: `said ${position + offset}`, tools: [] },
          ),
        ),
      )
    }
  }
  return { ...counted, kit, call, sessions }
}

const textsOf = (transcript: readonly { text: string }[]) => transcript.map(({ text }) => text)
const said = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `said ${from + at}`)

forEachStore((openStore) => {
  test('a list has the last 200 messages of each conversation, and holds nobody up', async () => {
    const { call, during } = await withTranscripts(openStore(), 30, 250)
    const list = () => call('GET', '/conversations?expand=messages&limit=100')
    const { result, most, turns } = await during(list)
    expect(result.status).toBe(200)
    expect(result.json.data).toHaveLength(30)
    for (const conversation of result.json.data) {
      expect(textsOf(conversation.messages)).toEqual(said(50, 250))
    }
    expect(most).toBeLessThanOrEqual(mostRows)
    expect(turns).toBeGreaterThan(10)
  })

  test('one conversation, its session and the export are whole, and hold nobody up', async () => {
    const { call, during, sessions } = await withTranscripts(openStore(), 1, 5_000)
    const [session] = sessions
    const reads = [
      () => call('GET', `/conversations/${session?.conversation}?expand=messages`),
      () => call('GET', `/chat/sessions/${session?.id}`),
      () => call('POST', '/privacy/exports', { body: { email } }),
    ]
    for (const read of reads) {
      const { result, most, turns } = await during(read)
      const { messages: transcript } = result.json.conversations?.[0] ?? result.json
      expect(textsOf(transcript)).toEqual(said(0, 5_000))
      expect(most).toBeLessThanOrEqual(mostRows)
      expect(turns).toBeGreaterThan(5)
    }
  })

  test('ten who read much at once have one page a turn between them', async () => {
    const { call, during } = await withTranscripts(openStore(), 1, 5_000)
    const read = () => call('POST', '/privacy/exports', { body: { email } })
    const { result, most } = await during(() => Promise.all(Array.from({ length: 10 }, read)))
    for (const { status } of result) expect(status).toBe(200)
    expect(most).toBeLessThanOrEqual(mostRows + 10 * 250)
  })
})

test('a caller that wants little waits for nobody', async () => {
  let waits = 0
  const nextTurn = async () => {
    waits += 1
  }
  const kit = await createKit()
  await kit.doorkit.fetch(new Request('http://localhost/v1/me'))
  const callers = fairStores(kit.store, nextTurn)
  const page = (store: Store, limit: number) =>
    store.list({ in: 'messages', index: 'messages_position', where: [], dir: 'asc', limit })
  const modest = callers()
  await page(modest, 101)
  await modest.get([{ in: 'messages', partition: 'ws_1', id: 'a' }])
  expect(waits).toBe(0)
  const greedy = callers()
  for (let pages = 0; pages < 3; pages++) await page(greedy, 500)
  // It found nothing, and pays for what it had.
  expect(waits).toBe(1)
  for (let steps = 0; steps < 3; steps++)
    await greedy.aggregate({ in: 'messages', where: [], measures: {} })
  expect(waits).toBe(3)
})
