import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { createPopulatedKit, operations, pathWith } from '../contract/fixture.ts'
import { agentOf, textChunks } from '../support/agents.ts'
import { sequentialStore } from '../support/sequential-store.ts'

/** An agent that saves a lead if the message has an address, and reads nothing from the store. */
const leadAgent = agentOf(async function* ({ tools, messages }) {
  if (messages.at(-1)?.text.includes('@')) {
    await tools.save_lead.execute({ email: 'zoe@example.com' })
  }
  yield* textChunks('Hello.')
})

async function setUp() {
  const { store, during } = sequentialStore(memoryStore())
  const { kit, call, ids } = await createPopulatedKit({ store, agent: leadAgent })
  const { id: session } = (await call('POST', '/chat/sessions', { body: {} })).json
  /** Sends a request, and returns the store calls that it caused. */
  const callsOf = (method: string, path: string, body?: unknown, key?: string) =>
    during(async () => {
      const headers = key === undefined ? {} : { 'Idempotency-Key': key }
      const { status } = await call(method, path, { body, headers })
      expect(status).toBeLessThan(300)
    })
  const say = (text: string, key?: string) =>
    callsOf('POST', `/chat/sessions/${session}/messages`, { text }, key)
  return { kit, ids, callsOf, say, call }
}

/** How many calls in a row an operation may make, if it may make more than two. */
const longer: Readonly<Record<string, number>> = {
  // Analytics are read in bounded steps, one after the other, so that no other request waits for all.
  'analytics.get': 6,
  // In these operations, each read depends on the previous one.
  'chatSessions.get': 4,
  'events.list': 3,
  'experiments.list': 3,
  'knowledgeDocuments.get': 4,
  'linkGreetings.list': 3,
  'personalLinks.get': 3,
  'personalLinks.list': 3,
}

const reads = ['get', 'list', 'aggregate']

test.each(operations.filter(({ operation }) => operation.method === 'GET'))(
  '$id makes at most the expected number of store calls in a row, and writes only the count of the rate limit',
  async ({ id, operation }) => {
    const { ids, callsOf } = await setUp()
    const { inARow, methods } = await callsOf('GET', pathWith(operation, ids))
    expect(inARow, methods.join()).toBeLessThanOrEqual(longer[id] ?? 2)
    const writes = methods.filter((name) => !reads.includes(name))
    expect(['', 'consume']).toContain(writes.join())
  },
)

test('a write with an idempotency key makes three store calls in a row', async () => {
  const { ids, callsOf } = await setUp()
  const contact = { email: 'ada@example.com', company: 'Acme' }
  for (const body of [contact, { ...contact, email: 'new@example.com' }]) {
    const { inARow, methods } = await callsOf('POST', '/contacts', body, body.email)
    expect(inARow, methods.join()).toBe(3)
  }
  const { inARow } = await callsOf('PATCH', `/contacts/${ids.ct_}`, { company: 'B' }, 'update')
  expect(inARow).toBe(3)
})

test('a turn makes five store calls in a row, and six if it saves a lead', async () => {
  const { say } = await setUp()
  const turns = [
    ['Hello', 5],
    ['I am zoe@example.com', 6],
    ['Thank you', 5],
  ] as const
  for (const [text, calls] of turns) {
    const { inARow, methods } = await say(text, `turn-${text.length}`)
    expect(inARow, methods.join()).toBe(calls)
  }
})
