import { createHash } from 'node:crypto'
import { Erasure } from '@doorkit/models'
import { expect, test } from 'vitest'
import { agentOf, textChunks } from '../support/agents.ts'
import { faultyStore, until } from '../support/faulty-store.ts'
import {
  ada,
  everything,
  leaveTraces,
  setUpPrivacy as setUp,
  traces,
  tracesIn,
} from '../support/privacy.ts'
import { describeOverMemory } from '../support/stores.ts'

describeOverMemory('an erasure', (openStore) => {
  test('leaves nothing of the person in any row of the store', async () => {
    const setting = await setUp({ store: openStore() })
    await leaveTraces(setting)
    expect(await tracesIn(setting.kit)).toEqual(traces)
    const { status, json } = await setting.erase('Ada@Example.com')
    expect(status).toBe(201)
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

  test('keeps conversations and meetings with their times', async () => {
    const setting = await setUp({ store: openStore() })
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

  test('keeps events with their types and times, but without content', async () => {
    const setting = await setUp({ store: openStore() })
    await leaveTraces(setting)
    const before = (await setting.call('GET', '/events')).json.data
    await setting.erase(ada)
    const [deletion, ...after] = (await setting.call('GET', '/events')).json.data
    expect(deletion.type).toBe('contact.deleted')
    expect(after).toEqual(before.map((event: object) => ({ ...event, data: { erased: true } })))
  })

  test('does not change rows about other people', async () => {
    const setting = await setUp({ store: openStore() })
    const { call, open, say, erase, exportOf } = setting
    await leaveTraces(setting)
    const session = await open()
    await say(session, 'bob@example.com')
    const before = (await exportOf('bob@example.com')).json
    await erase(ada)
    expect((await exportOf('bob@example.com')).json).toEqual(before)
    const bobs = (await call('GET', '/events')).json.data.filter(
      ({ type, data }: { type: string; data: object }) =>
        type !== 'contact.deleted' && !('erased' in data),
    )
    expect(bobs).toHaveLength(2)
  })

  test('that is repeated finds nothing, and still succeeds', async () => {
    const setting = await setUp({ store: openStore() })
    await leaveTraces(setting)
    await setting.erase(ada)
    const { status, json } = await setting.erase(ada)
    expect([status, json]).toMatchObject([
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

  test('of a contact by its id returns the erasure receipt', async () => {
    const setting = await setUp({ store: openStore() })
    await leaveTraces(setting)
    const [contact] = (await setting.call('GET', `/contacts?email=${ada}`)).json.data
    const { status, json } = await setting.call('DELETE', `/contacts/${contact.id}`)
    expect([status, json]).toMatchObject([
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
    const { call } = await setUp({ store: openStore(), scopes: ['contacts:write'] })
    const { json } = await call('POST', '/contacts', { body: { email: ada } })
    const { status, json: problem } = await call('DELETE', `/contacts/${json.id}`)
    expect([status, problem.code]).toEqual([403, 'insufficient_scope'])
    expect(problem.detail).toContain('privacy:write')
  })

  test('removes stored answers about the person', async () => {
    const setting = await setUp({ store: openStore() })
    const { call, say, erase } = setting
    const { lead } = await leaveTraces(setting)
    await erase(ada)
    const replay = await say(lead, `I am Ada Lovelace, ${ada}`, { 'Idempotency-Key': 'turn' })
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([404, 'true'])
    expect(replay.text).not.toContain('Lovelace')
    expect((await call('GET', `/chat/sessions/${lead.id}`)).json.messages).toEqual([])
    expect((await call('GET', '/contacts')).json.data).toEqual([])
  })

  test('during a turn removes everything of the turn', async () => {
    let finish: (() => void) | undefined
    const slow = agentOf(async function* ({ tools }) {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      await tools.save_lead.execute({ email: ada, name: 'Ada Lovelace' })
      yield* textChunks('Hello Lovelace')
    })
    const { kit, call, open, say, erase } = await setUp({ store: openStore(), agent: slow })
    const session = await open({ visitor: { email: ada, name: 'Lovelace' } })
    const turn = say(session, 'secret-of-ada')
    await until(() => finish !== undefined)
    await erase(ada)
    finish?.()
    const { status, json } = await turn
    expect([status, json.code]).toEqual([409, 'conflict'])
    expect(await tracesIn(kit)).toEqual([])
    expect((await call('GET', `/chat/sessions/${session.id}`)).json.messages).toEqual([])
  })

  test('that was interrupted is finished by the next one', async () => {
    const collections = [
      'conversations',
      'meetings',
      'bookings',
      'events',
      'idempotency',
      'contacts',
    ]
    for (const collection of collections) {
      const faults = faultyStore(openStore())
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

  test('changes nothing in another workspace', async () => {
    const setting = await setUp({ store: openStore() })
    const { kit, erase, exportOf } = setting
    await leaveTraces(setting)
    const { call: other } = await kit.anotherWorkspace()
    const body = { email: ada }
    const { json } = await other('POST', '/privacy/erasures', { body })
    expect(json).toMatchObject({ conversations: 0, contact_deleted: false })
    expect((await exportOf(ada)).json.conversations).toHaveLength(3)
    expect((await erase(ada)).json.conversations).toBe(3)
  })
})
