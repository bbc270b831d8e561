import { createHash } from 'node:crypto'
import { Erasure, PrivacyExport } from '@doorkit/models'
import { describe, expect, test } from 'vitest'
import { schemaPlan } from '../../src/records/plan.ts'
import { agentOf, spoken } from '../support/agents.ts'
import { faultyStore, until } from '../support/faulty-store.ts'
import { caller, createKit, type Kit, type KitOptions } from '../support/kit.ts'
import { startReceiver, status } from '../support/receiver.ts'

const ada = 'ada@example.com'

// What the person says and is called: none of it may be left.
const traces = ['ada@', 'lovelace', 'analytical', 'crm-ada', '555-ada', 'secret-of-ada']

const agent = agentOf((turn) => {
  const text = turn.messages.at(-1)?.text ?? ''
  const email = /\S+@\S+/.exec(text)?.[0]
  if (email) turn.tools.captureLead({ email, firstName: 'Ada', lastName: 'Lovelace' })
  if (text.includes('person')) turn.tools.requestHandoff('Lovelace wants a person')
  return spoken(`You said: ${text}`)
})

const evaluation = {
  intent: 'pricing',
  buying_stage: 'consideration',
  qualification_score: 60,
  meeting_intent: 4,
  understood: true,
  failure_category: 'missing_knowledge',
  abandonment_reason: 'Lovelace left',
  recommended_improvement: 'Tell Lovelace the price',
}

async function setUp(options: KitOptions = {}) {
  const kit = await createKit({ agent, ...options })
  const call = caller(kit)
  const exportOf = (email: string) => call('POST', '/privacy/exports', { body: { email } })
  const erase = (email: string) => call('POST', '/privacy/erasures', { body: { email } })
  const open = async (body: object = {}) => (await call('POST', '/chat/sessions', { body })).json
  const say = ({ id }: { id: string }, text: string, headers: Record<string, string> = {}) =>
    call('POST', `/chat/sessions/${id}/messages`, { body: { text }, headers })
  return { kit, call, exportOf, erase, open, say }
}

/** Which traces of the person the store still holds. */
async function tracesIn(kit: Kit): Promise<string[]> {
  const text = await everything(kit)
  return traces.filter((trace) => text.includes(trace))
}

/** Everything that a store holds, as text. */
async function everything({ store }: Kit): Promise<string> {
  const texts: string[] = []
  for (const { name, indexes } of schemaPlan.collections) {
    for (const index of indexes) {
      const rows = await store.list({
        in: name,
        index: index.name,
        where: [],
        dir: 'asc',
        limit: 1_000,
      })
      texts.push(JSON.stringify(rows))
    }
  }
  return texts.join('\n').toLowerCase()
}

/** A workspace in which a person left something in every place there is. */
async function leaveTraces(test: Awaited<ReturnType<typeof setUp>>) {
  const { kit, call, open, say } = test
  const receiver = await startReceiver(status(200, `noted ${ada}`))
  await call('POST', '/webhook_endpoints', { body: { url: receiver.url, events: ['*'] } })
  await call('POST', '/contacts', {
    headers: { 'Idempotency-Key': 'contact' },
    body: {
      email: ada,
      first_name: 'Ada',
      company: 'Analytical',
      phone: '555-ADA',
      external_id: 'crm-ada',
      attributes: { note: 'secret-of-ada' },
    },
  })
  const lead = await open({ page_url: 'https://acme.example/a?q=secret-of-ada' })
  await say(lead, `I am Ada Lovelace, ${ada}`, { 'Idempotency-Key': 'turn' })
  await say(lead, 'Call a person, secret-of-ada')
  const visitor = await open({
    visitor: { email: 'ADA@example.com', name: 'Ada Lovelace', external_id: 'crm-ada' },
    context: { note: 'secret-of-ada' },
  })
  await say(visitor, 'secret-of-ada')

  const record = kit.doorkit.record(kit.workspace.id)
  const visit = await record.visits.start({
    page_url: 'https://acme.example/b?q=secret-of-ada#lovelace',
    utm: { content: 'secret-of-ada' },
    visitor: 'visitor-of-secret-of-ada',
  })
  const website = await record.conversations.start({ visit })
  await record.conversations.message(website, { role: 'user', text: 'secret-of-ada' })
  await record.conversations.captureLead(website, { email: ada, last_name: 'Lovelace' })
  await record.conversations.grade(website, evaluation)
  const meeting = await record.meetings.book({
    conversation: website,
    provider: 'cal.com',
    start_at: '2026-11-01T10:00:00Z',
    end_at: '2026-11-01T10:30:00Z',
    invitee: { name: 'Ada Lovelace', email: ada },
    join_url: 'https://cal.example/join/secret-of-ada',
    reschedule_url: 'https://cal.example/move/secret-of-ada',
    cancel_url: 'https://cal.example/cancel/secret-of-ada',
  })
  await record.bookings.attempt({
    conversation: website,
    name: 'Ada Lovelace',
    email: ada,
    status: 'confirmed',
    meeting,
  })
  kit.clock.advance(3_000)
  await kit.doorkit.worker.tick()
  return { receiver, lead, visitor, website, meeting }
}

describe('an export', () => {
  test('holds everything about one person, and nothing about others', async () => {
    const setting = await setUp()
    const { call, exportOf, open, say } = setting
    const { lead, visitor, website, meeting } = await leaveTraces(setting)
    await say(await open(), 'bob@example.com')
    const { status: code, json } = await exportOf('Ada@Example.com')
    expect(code).toBe(200)
    PrivacyExport.parse(json)
    const [contact] = (await call('GET', `/contacts?email=${ada}`)).json.data
    expect(json).toMatchObject({
      object: 'privacy_export',
      email: ada,
      generated_at: '2026-10-12T09:30:03.000Z',
      contact,
      booking_attempts: [{ status: 'confirmed', name: 'Ada Lovelace', email: ada, meeting }],
      link_bookings: [],
    })
    const conversations = json.conversations.map(({ id }: { id: string }) => id)
    expect(conversations.sort()).toEqual([lead.conversation, visitor.conversation, website].sort())
    const one = json.conversations.find(({ id }: { id: string }) => id === lead.conversation)
    expect(one).toMatchObject({
      lead: { email: ada, last_name: 'Lovelace' },
      handoff: { reason: 'Lovelace wants a person' },
    })
    expect(one.messages).toHaveLength(4)
    expect(JSON.stringify(json)).not.toContain('bob@')
  })

  test('of an address about which nothing is held is empty', async () => {
    const { exportOf } = await setUp()
    const { status: code, json } = await exportOf('nobody@example.com')
    expect([code, json]).toEqual([
      200,
      {
        object: 'privacy_export',
        email: 'nobody@example.com',
        generated_at: '2026-10-12T09:30:00.000Z',
        contact: null,
        conversations: [],
        booking_attempts: [],
        link_bookings: [],
      },
    ])
  })

  test('finds a person who was named earlier in a conversation than another', async () => {
    const { exportOf, open, say } = await setUp()
    const session = await open()
    await say(session, ada)
    await say(session, 'bob@example.com')
    for (const email of [ada, 'bob@example.com']) {
      const { json } = await exportOf(email)
      expect.soft(json.conversations[0]?.id, email).toBe(session.conversation)
    }
  })

  test('wants an address that is usable', async () => {
    const { exportOf, erase } = await setUp()
    for (const email of ['', 'nobody', 'a@b', 'a b@example.com']) {
      for (const request of [exportOf, erase]) {
        const { status: code, json } = await request(email)
        expect.soft([code, json.code, json.param]).toEqual([400, 'invalid_request', 'email'])
      }
    }
  })
})

describe('an erasure', () => {
  test('leaves nothing of the person in any row of the store', async () => {
    const setting = await setUp()
    await leaveTraces(setting)
    expect(await tracesIn(setting.kit)).toEqual(traces)
    const { status: code, json } = await setting.erase('Ada@Example.com')
    expect(code).toBe(201)
    expect(Erasure.parse(json)).toEqual({
      object: 'privacy_erasure',
      id: expect.stringMatching(/^era_/),
      email_hash: createHash('sha256').update(ada).digest('hex'),
      conversations: 3,
      booking_attempts: 1,
      link_bookings: 0,
      events: 8,
      contact_deleted: true,
    })
    expect(await tracesIn(setting.kit)).toEqual([])
    expect(await everything(setting.kit)).toContain(json.id)
  })

  test('keeps the rows and times of conversations and meetings', async () => {
    const setting = await setUp()
    const { call, kit, erase } = setting
    const { lead, visitor, meeting } = await leaveTraces(setting)
    kit.clock.advance(10_000)
    await erase(ada)
    expect(
      (await call('GET', `/conversations/${lead.conversation}?expand=messages`)).json,
    ).toMatchObject({
      message_count: 0,
      messages: [],
      preview: '',
      page_url: 'https://acme.example/a',
      contact: null,
      lead: {
        first_name: null,
        last_name: null,
        email: null,
        captured_at: '2026-10-12T09:30:00.000Z',
      },
      handoff: { requested_at: '2026-10-12T09:30:00.000Z', reason: null },
      outcome: 'lead',
      started_at: '2026-10-12T09:30:00.000Z',
      updated_at: '2026-10-12T09:30:13.000Z',
    })
    expect((await call('GET', `/chat/sessions/${visitor.id}`)).json).toMatchObject({
      status: 'open',
      messages: [],
    })
    expect((await call('GET', `/meetings/${meeting}`)).json).toMatchObject({
      status: 'booked',
      start_at: '2026-11-01T10:00:00.000Z',
      join_url: null,
      contact: null,
      invitee: { name: null, email: null },
    })
  })

  test('leaves the events, their types and times, without what they said', async () => {
    const setting = await setUp()
    await leaveTraces(setting)
    const before = (await setting.call('GET', '/events')).json.data
    await setting.erase(ada)
    const after = (await setting.call('GET', '/events')).json.data
    expect(after).toEqual(before.map((event: object) => ({ ...event, data: { erased: true } })))
  })

  test('leaves others alone', async () => {
    const setting = await setUp()
    const { call, open, say, erase, exportOf } = setting
    await leaveTraces(setting)
    const session = await open()
    await say(session, 'bob@example.com')
    const before = (await exportOf('bob@example.com')).json
    await erase(ada)
    expect((await exportOf('bob@example.com')).json).toEqual(before)
    const bobs = (await call('GET', '/events')).json.data.filter(
      ({ data }: { data: object }) => !('erased' in data),
    )
    expect(bobs).toHaveLength(2)
  })

  test('a second time finds nothing, and still succeeds', async () => {
    const setting = await setUp()
    await leaveTraces(setting)
    await setting.erase(ada)
    const { status: code, json } = await setting.erase(ada)
    expect([code, json]).toMatchObject([
      201,
      {
        conversations: 0,
        booking_attempts: 0,
        link_bookings: 0,
        events: 0,
        contact_deleted: false,
      },
    ])
    expect((await setting.exportOf(ada)).json).toMatchObject({ contact: null, conversations: [] })
  })

  test('of a contact by its id answers the same receipt', async () => {
    const setting = await setUp()
    await leaveTraces(setting)
    const [contact] = (await setting.call('GET', `/contacts?email=${ada}`)).json.data
    const { status: code, json } = await setting.call('DELETE', `/contacts/${contact.id}`)
    expect([code, json]).toMatchObject([
      200,
      {
        id: contact.id,
        object: 'contact',
        deleted: true,
        erasure: { object: 'privacy_erasure', conversations: 3, contact_deleted: true },
      },
    ])
    expect((await setting.call('GET', `/contacts/${contact.id}`)).status).toBe(404)
    expect(await tracesIn(setting.kit)).toEqual([])
  })

  test('of a contact needs privacy:write', async () => {
    const { call } = await setUp({ scopes: ['contacts:write'] })
    const { json } = await call('POST', '/contacts', { body: { email: ada } })
    const { status: code, json: problem } = await call('DELETE', `/contacts/${json.id}`)
    expect([code, problem.code]).toEqual([403, 'insufficient_scope'])
    expect(problem.detail).toContain('privacy:write')
  })

  test('takes the answers kept for retries with it', async () => {
    const setting = await setUp()
    const { call, say, erase } = setting
    const { lead } = await leaveTraces(setting)
    const key = { 'Idempotency-Key': 'export' }
    const body = { email: ada }
    await call('POST', '/privacy/exports', { body, headers: key })
    await erase(ada)
    const replays = [
      await call('POST', '/privacy/exports', { body, headers: key }),
      await say(lead, `I am Ada Lovelace, ${ada}`, { 'Idempotency-Key': 'turn' }),
    ]
    for (const { status: code, headers, text } of replays) {
      expect.soft([code, headers.get('idempotent-replayed')]).toEqual([404, 'true'])
      expect.soft(text).not.toContain('Lovelace')
    }
    expect((await call('GET', `/chat/sessions/${lead.id}`)).json.messages).toEqual([])
    expect((await call('GET', '/contacts')).json.data).toEqual([])
  })

  test('in the middle of a turn brings nothing back', async () => {
    let finish = () => {}
    const slow = agentOf(async function* ({ tools }) {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      tools.captureLead({ email: ada, lastName: 'Lovelace' })
      yield* spoken('Hello Lovelace')
    })
    const { kit, call, open, say, erase } = await setUp({ agent: slow })
    const session = await open({ visitor: { email: ada, name: 'Lovelace' } })
    const turn = say(session, 'secret-of-ada')
    await until(() => finish.name !== '' || finish.toString().includes('native'))
    await erase(ada)
    finish()
    const { status: code, json } = await turn
    expect([code, json.code]).toEqual([409, 'conflict'])
    expect(await tracesIn(kit)).toEqual([])
    expect((await call('GET', `/chat/sessions/${session.id}`)).json.messages).toEqual([])
  })

  test('that was cut short is finished by the next', async () => {
    const collections = [
      'conversations',
      'meetings',
      'bookings',
      'events',
      'idempotency',
      'contacts',
    ]
    for (const collection of collections) {
      const faults = faultyStore()
      const setting = await setUp({ store: faults.store })
      await leaveTraces(setting)
      faults.plan('crash after', collection)
      expect.soft((await setting.erase(ada)).status, collection).toBe(500)
      expect.soft(faults.happened(), collection).toBe(true)
      await setting.erase(ada)
      expect.soft(await tracesIn(setting.kit), collection).toEqual([])
    }
    expect(collections).toHaveLength(6)
  })

  test('stays in its workspace', async () => {
    const setting = await setUp()
    const { kit, erase, exportOf } = setting
    await leaveTraces(setting)
    const workspace = await kit.doorkit.workspaces.create({
      name: 'B',
      website: 'https://b.example',
    })
    const key = await kit.doorkit.keys.create({
      workspace: workspace.id,
      name: 'B',
      access: 'full_access',
    })
    const other = caller({ ...kit, key })
    const body = { email: ada }
    const { json } = await other('POST', '/privacy/erasures', { body })
    expect(json).toMatchObject({ conversations: 0, contact_deleted: false })
    expect((await exportOf(ada)).json.conversations).toHaveLength(3)
    expect((await erase(ada)).json.conversations).toBe(3)
  })
})
