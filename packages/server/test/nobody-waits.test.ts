import { expect, test } from 'vitest'
import { answerPeople } from '../src/collections/answer-person.ts'
import { messages } from '../src/collections/message.ts'
import { patientStore, rowsPerTurn } from '../src/store/patient-store.ts'
import type { Store } from '../src/store.ts'
import { countedTurns } from './support/counted-turns.ts'
import { caller, createKit } from './support/kit.ts'
import { forEachStore } from './support/stores.ts'

// The rows that one caller has at once, and one page of those that wait.
const mostRows = 2 * rowsPerTurn

const email = 'ada@example.com'

/** Stores messages of a conversation, at the positions from one to another. */
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

/** A kit with conversations of one person, of so many messages each. */
async function withTranscripts(store: Store, conversations: number, length: number) {
  const counted = countedTurns(store)
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
const said = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `said ${from + at}`)

forEachStore((openStore) => {
  test('a list has the last 200 messages of each conversation, and holds up no other request', async () => {
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

  test('one conversation, its session and the export are whole, and hold up no other request', async () => {
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

forEachStore((openStore) => {
  test('what is old is removed without holding anybody up', async () => {
    const { during, kit, store } = await withTranscripts(openStore(), 1, 0)
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
    const { most, turns } = await during(() => kit.doorkit.worker.tick())
    const where = [{ key: 'expires_at', op: 'lt', value: 1 } as const]
    const measures = { left: { op: 'count' } } as const
    const [counted] = await store.aggregate({ in: answerPeople.plan.name, where, measures })
    expect(counted?.values.left ?? 0).toBe(0)
    expect(most).toBeLessThanOrEqual(mostRows)
    expect(turns).toBeGreaterThanOrEqual(old / rowsPerTurn)
  })

  test('a long conversation is graded and its payload built without holding anybody up', async () => {
    const { call, during, kit, store, sessions } = await withTranscripts(openStore(), 1, 0)
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
    expect(grading.turns).toBeGreaterThan(5)
    kit.clock.advance(10_000)
    const building = await during(() => kit.doorkit.worker.tick())
    expect(building.result.built).toBeGreaterThan(0)
    expect(building.most).toBeLessThanOrEqual(mostRows)
    expect(building.turns).toBeGreaterThan(5)
  })
})

test('a caller that wants little does not wait', async () => {
  let waits = 0
  const nextTurn = async () => {
    waits += 1
  }
  const kit = await createKit()
  await kit.doorkit.fetch(new Request('http://localhost/v1/me'))
  const { clock } = kit
  const { fairStore } = patientStore(kit.store, { clock, random: () => 0, nextTurn })
  const page = (store: Store, limit: number) =>
    store.list({ in: 'messages', index: 'messages_position', where: [], dir: 'asc', limit })
  const modest = fairStore()
  await page(modest, 101)
  await modest.get([{ in: 'messages', partition: 'ws_1', id: 'a' }])
  expect(waits).toBe(0)
  const greedy = fairStore()
  for (let pages = 0; pages < 3; pages++) await page(greedy, 500)
  // It found nothing, and pays for what it had.
  expect(waits).toBe(1)
  for (let steps = 0; steps < 3; steps++)
    await greedy.aggregate({ in: 'messages', where: [], measures: {} })
  expect(waits).toBe(3)
})
