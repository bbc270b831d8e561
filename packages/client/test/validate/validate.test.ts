import { describe, expect, test } from 'vitest'
import { type ClientOptions, createClient, DoorkitError, type LogRecord } from '../../src/index.ts'
import { type Drift, DriftError, validateResponses } from '../../src/validate/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { openWorkspace } from '../testing/open-workspace.ts'

const contact = {
  id: 'ct_1',
  object: 'contact',
  email: 'ada@example.com',
  first_name: null,
  last_name: null,
  name: null,
  company: null,
  phone: null,
  external_id: null,
  attributes: {},
  identity_verified: false,
  source: 'api',
  first_seen_at: '2026-10-12T09:30:00.000Z',
  last_seen_at: '2026-10-12T09:30:00.000Z',
  created_at: '2026-10-12T09:30:00.000Z',
  updated_at: '2026-10-12T09:30:00.000Z',
}
const listOf = (...data: unknown[]) => ({
  object: 'list',
  data,
  has_more: false,
  next_cursor: null,
})

/** A client that gets these documents as answers, and the drift that it reports. */
function setUp(mode: 'off' | 'warn' | 'throw', answers: unknown[], options: ClientOptions = {}) {
  const drifts: Drift[] = []
  const records: LogRecord[] = []
  const note = (record: LogRecord) => void records.push(record)
  const client = createClient({
    apiKey: 'dk_test_secret',
    baseUrl: 'https://api.example.com/v1',
    fetch: async () =>
      Response.json(answers.length > 1 ? answers.shift() : answers[0], {
        headers: { 'x-request-id': 'req_1' },
      }),
    logger: { debug() {}, info() {}, warn: note, error: note },
    middleware: [validateResponses({ mode, onDrift: (drift) => drifts.push(drift) })],
    ...options,
  })
  return { client, drifts, records }
}

describe('drift', () => {
  test('is reported with its operation, request and fields, and changes nothing', async () => {
    const answer = { ...contact, email: 7, updated_at: 'yesterday', name: undefined, id: 'mtg_1' }
    const { client, drifts } = setUp('warn', [answer])
    expect(await client.contacts.get('ct_1')).toEqual({ ...answer, name: undefined })
    expect(drifts).toEqual([
      {
        operation: 'contacts.get',
        requestId: 'req_1',
        fields: [
          { path: 'id', expected: 'id', found: 'string' },
          { path: 'email', expected: 'string', found: 'number' },
          { path: 'name', expected: 'string', found: 'nothing' },
          { path: 'updated_at', expected: 'datetime', found: 'string' },
        ],
      },
    ])
  })

  test('is found in the items of a list, and in its envelope', async () => {
    const { client, drifts } = setUp('warn', [
      { ...listOf(contact, { ...contact, email: null }), has_more: 'no' },
    ])
    await client.contacts.list()
    expect(drifts).toMatchObject([
      {
        operation: 'contacts.list',
        fields: [
          { path: 'data[1].email', expected: 'string', found: 'null' },
          { path: 'has_more', expected: 'boolean', found: 'string' },
        ],
      },
    ])
  })

  test('includes a wrong constant, and members of the wrong type', async () => {
    const { client, drifts } = setUp('warn', [
      { object: 'webhook_test', status: 'many', duration_ms: null, response: [] },
      { ...contact, object: 'meeting' },
    ])
    await client.webhookEndpoints.test('we_1')
    await client.contacts.get('ct_1')
    const fields = drifts.flatMap((drift) => drift.fields.map(({ path, found }) => [path, found]))
    expect(fields).toEqual([
      ['status', 'string'],
      ['duration_ms', 'null'],
      ['response', 'array'],
      ['object', 'string'],
    ])
    expect(drifts.at(-1)?.fields[0]?.expected).toBe('contact')
  })

  test('does not name a member of attributes, whose name may be personal data', async () => {
    const { client, drifts } = setUp('warn', [
      { ...contact, attributes: { 'ada.private': { nested: 1 }, fine: 'text' } },
    ])
    await client.contacts.get('ct_1')
    expect(drifts[0]?.fields.map(({ path }) => path)).toEqual(['attributes.*'])
    expect(JSON.stringify(drifts)).not.toContain('private')
  })
})

describe('drift does not include', () => {
  test.each([
    ['an unknown field', { ...contact, brand_new: { anything: 1 } }],
    ['an unknown source', { ...contact, source: 'carrier_pigeon' }],
  ])('%s', async (_name, answer) => {
    const { client, drifts } = setUp('throw', [answer])
    expect(await client.contacts.get('ct_1')).toEqual(answer)
    expect(drifts).toEqual([])
  })

  test('an unknown value of an enumeration, but includes a value of another type', async () => {
    const { client: testClient } = await openWorkspace()
    const workspace = await testClient.workspace.get()
    const { client, drifts } = setUp('warn', [
      { ...workspace, plan: 'galaxy' },
      { ...workspace, plan: 7 },
    ])
    expect(await client.workspace.get()).toMatchObject({ plan: 'galaxy' })
    expect(drifts).toEqual([])
    await client.workspace.get()
    expect(drifts).toMatchObject([{ fields: [{ path: 'plan', found: 'number' }] }])
  })

  test('an unknown kind of event or action, but includes a wrong member of a known one', async () => {
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'door.opened',
      created_at: contact.created_at,
      api_version: '2027-01-01',
      data: { object: { anything: 1 } },
    }
    const message = { id: 'msg_1', role: 'assistant', text: 'Hi', created_at: contact.created_at }
    const reply = (action: object) => ({
      object: 'chat_reply',
      session: 'chs_1',
      message,
      actions: [action],
    })
    const { client, drifts } = setUp('warn', [
      listOf(event),
      reply({ type: 'door_opened' }),
      reply({ type: 'booking_offered', booking_url: 5 }),
      reply({ type: 5 }),
    ])
    await client.events.list()
    await client.chatSessions.send('chs_1', { text: 'Hello' })
    expect(drifts).toEqual([])
    await client.chatSessions.send('chs_1', { text: 'Hello' })
    await client.chatSessions.send('chs_1', { text: 'Hello' })
    expect(drifts).toMatchObject([
      { fields: [{ path: 'actions[0].booking_url', found: 'number' }] },
      { fields: [{ path: 'actions[0].type', found: 'number' }] },
    ])
  })
})

describe('the mode', () => {
  test('warn logs once for each field of an operation, without values', async () => {
    const wrongContact = { ...contact, email: ['private@example.com'] }
    const { client, drifts, records } = setUp('warn', [
      listOf(contact, wrongContact, wrongContact),
      listOf(wrongContact),
      wrongContact,
    ])
    await client.contacts.list()
    await client.contacts.list()
    await client.contacts.get('ct_1')
    expect(drifts).toHaveLength(3)
    expect(records).toMatchObject([
      {
        event: 'drift',
        operation: 'contacts.list',
        path: '/contacts',
        field: 'data[].email',
        message: 'contacts.list: data[].email should be string and is array',
        requestId: 'req_1',
        status: 200,
        attempt: 1,
      },
      { event: 'drift', operation: 'contacts.get', field: 'email' },
    ])
    expect(JSON.stringify([drifts, records])).not.toContain('private')
  })

  test('warn needs neither a callback nor a logger, and ignores a logger that throws', async () => {
    const middleware = [validateResponses({ mode: 'warn' })]
    const wrongContact = { ...contact, email: 7 }
    const silent = setUp('warn', [wrongContact], { middleware, logger: undefined })
    expect(await silent.client.contacts.get('ct_1')).toEqual(wrongContact)
    const fail = () => {
      throw new Error('disk full')
    }
    const logger = { debug() {}, info() {}, warn: fail, error() {} }
    const failing = setUp('warn', [wrongContact], { middleware, logger })
    expect(await failing.client.contacts.get('ct_1')).toEqual(wrongContact)
  })

  test('throw rejects with an error that names the fields and keeps the answer', async () => {
    const wrongContact = { ...contact, email: ['private@example.com'] }
    const { client, drifts, records } = setUp('throw', [wrongContact])
    const call = client.contacts.update('ct_1', {}, { idempotencyKey: 'once' })
    const error = await failureOf(call)
    expect(error).toBeInstanceOf(DriftError)
    expect(error).toBeInstanceOf(DoorkitError)
    expect(error).toMatchObject({
      name: 'DriftError',
      code: 'response_drift',
      message: expect.stringMatching(
        /^contacts\.update: The answer is not .* email should be string .* \(response_drift, req_1\)$/,
      ),
      retryable: false,
      operation: 'contacts.update',
      attempts: 1,
      requestId: 'req_1',
      idempotencyKey: 'once',
      fields: [{ path: 'email', expected: 'string', found: 'array' }],
      meta: { status: 200 },
      data: wrongContact,
    })
    expect(JSON.stringify(error)).not.toContain('private')
    expect(await call.safe()).toMatchObject({ ok: false, error, meta: { status: 200 } })
    expect(drifts).toHaveLength(1)
    expect(records).toEqual([])
  })

  test('off does not compare answers with the contract', async () => {
    const { client, drifts } = setUp('off', [{ nothing: 'fits' }])
    expect(await client.contacts.get('ct_1')).toEqual({ nothing: 'fits' })
    expect(drifts).toEqual([])
  })

  test('must be off, warn or throw', () => {
    const mode = JSON.parse('"strict"')
    expect(() => validateResponses({ mode })).toThrow(/mode must be 'off', 'warn' or 'throw'/)
  })

  test('throw ignores raw requests and refusals', async () => {
    const { client, drifts } = setUp('throw', [{ anything: 1 }])
    expect(await client.request({ method: 'GET', path: '/new' })).toEqual({ anything: 1 })
    const refusing = setUp('throw', [], { fetch: async () => new Response('no', { status: 404 }) })
    expect(await failureOf(refusing.client.me.get())).toMatchObject({ status: 404 })
    expect(drifts).toEqual([])
  })
})
