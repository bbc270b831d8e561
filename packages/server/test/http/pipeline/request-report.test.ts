import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { fromStandard } from '../../../src/http/pipeline/http-request.ts'
import { reportRequest } from '../../../src/http/pipeline/report-request.ts'
import {
  createDoorkit,
  manualClock,
  type RequestReport,
  type Store,
  silentLogger,
} from '../../../src/index.ts'
import { caller, createKit, type KitOptions, testStart } from '../../support/kit.ts'

async function setUp(options: KitOptions = {}) {
  const reports: RequestReport[] = []
  const kit = await createKit({ onRequest: (report) => reports.push(report), ...options })
  return { kit, call: caller(kit), reports }
}

const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test('every request is reported once, whoever sends it and whatever its path is', async () => {
  const { kit, call, reports } = await setUp()
  const unknownId = 'ct_01JA0000000000000000000000'
  const made = await call('POST', '/contacts', { body: { email: 'ada@example.com' } })
  const missing = await call('GET', `/contacts/${unknownId}?expand=secret`)
  const nowhere = await call('GET', '/nowhere')
  const stranger = await call('GET', '/me', { secret: null })
  const outside = await kit.doorkit.fetch('http://localhost/other')
  const answers = [made, missing, nowhere, stranger, { headers: outside.headers }]
  expect(reports.map(({ requestId }) => requestId)).toEqual(
    answers.map(({ headers }) => headers.get('x-request-id')),
  )
  const facts = reports.map((one) => [one.method, one.route, one.operation, one.status])
  expect(facts).toEqual([
    ['POST', '/contacts', 'contacts.upsert', 200],
    ['GET', '/contacts/{id}', 'contacts.get', missing.status],
    ['GET', null, null, 404],
    ['GET', null, null, 401],
    ['GET', null, null, 404],
  ])
  expect(reports.map(({ errorCode }) => errorCode)).toEqual([
    null,
    missing.json.code,
    'not_found',
    'authentication_required',
    'not_found',
  ])
  const known = { key: kit.key.id, workspace: kit.workspace.id, at: testStart, durationMs: 0 }
  expect(reports.slice(0, 3)).toEqual(reports.slice(0, 3).map((one) => ({ ...one, ...known })))
  expect(reports.slice(3).map(({ key, workspace }) => [key, workspace])).toEqual([
    [null, null],
    [null, null],
  ])
  expect(JSON.stringify(reports)).not.toMatch(/ada@|expand|ct_/)
})

test('a request that arrives while the kit cannot start is reported too', async () => {
  const reports: RequestReport[] = []
  const store: Store = {
    ...memoryStore(),
    migrate: async () => {
      throw new Error('The disk is unreachable.')
    },
  }
  const doorkit = createDoorkit({ store, onRequest: (report) => reports.push(report) })
  const { status } = await doorkit.fetch('http://localhost/v1/me')
  expect(reports).toMatchObject([{ status, errorCode: 'internal_error', route: null, key: null }])
})

test('a replayed refusal is reported with its code', async () => {
  const { call, reports } = await setUp()
  const request = { body: { email: 'no address' }, headers: { 'Idempotency-Key': 'once' } }
  await call('POST', '/contacts', request)
  await call('POST', '/contacts', request)
  expect(reports.map(({ errorCode }) => errorCode)).toEqual(['invalid_request', 'invalid_request'])
  expect(reports[1]?.requestId).toBe(reports[0]?.requestId)
})

test('a stream is reported at its end, even if it is not read to the end', async () => {
  const { kit, call, reports } = await setUp()
  const open = async () => {
    const session = await call('POST', '/chat/sessions', { body: {} })
    reports.length = 0
    return kit.doorkit.fetch(`http://localhost/v1/chat/sessions/${session.json.id}/messages`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${kit.key.secret}`,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
      },
      body: JSON.stringify({ text: 'Hello', stream: true }),
    })
  }
  const read = await open()
  expect([read.status, reports]).toEqual([200, []])
  kit.clock.advance(250)
  expect(await read.text()).toContain('[DONE]')
  expect(reports).toMatchObject([{ operation: 'chatSessions.send', status: 200, durationMs: 250 }])
  const left = await open()
  await left.body?.cancel()
  expect(reports).toHaveLength(1)
})

test('if the callback throws or rejects, the error is logged and the answer is unchanged', async () => {
  const logged: unknown[] = []
  const log = (facts: object, message: string) => logged.push({ ...facts, message })
  const logger = { debug() {}, info() {}, warn() {}, error: log }
  const failing = [
    () => {
      throw new Error('now')
    },
    async () => {
      throw new Error('later')
    },
  ]
  for (const onRequest of failing) {
    const { call } = await setUp({ onRequest, logger })
    expect((await call('GET', '/me')).status).toBe(200)
  }
  const message = 'The callback onRequest failed.'
  expect(logged).toEqual(
    ['now', 'later'].map((reason) => {
      const error = new Error(reason)
      return { request_id: expect.stringMatching(/^req_/), err: error, error, message }
    }),
  )
})

test('without a callback, requests are answered and no error is logged', async () => {
  const logged: unknown[] = []
  const logger = { debug() {}, info() {}, warn() {}, error: (facts: object) => logged.push(facts) }
  const { call } = await setUp({ onRequest: undefined, logger })
  expect((await call('GET', '/me')).status).toBe(200)
  expect(logged).toEqual([])
})

test('a request that has neither an id nor a traceparent is reported without them', async () => {
  const { call, reports } = await setUp()
  await call('GET', '/me')
  expect(reports).toMatchObject([{ incomingRequestId: null, traceparent: null }])
})

test('the report does not make a stream start earlier or break off later', async () => {
  let pulls = 0
  let breakOff = (_reason: unknown) => {}
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        breakOff = (reason) => controller.error(reason)
      },
      pull() {
        pulls += 1
      },
    },
    { highWaterMark: 0 },
  )
  const answer = { status: 200, headers: {}, body }
  const reports: RequestReport[] = []
  const services = {
    clock: manualClock(0),
    logger: silentLogger,
    countAnswer: () => {},
    onRequest: (report: RequestReport) => reports.push(report),
  }
  const request = fromStandard(new Request('http://localhost/v1/me'))
  const sent = reportRequest(services, request, 0, answer, answer)
  const reader = (sent.body as typeof body).getReader()
  await new Promise(setImmediate)
  expect([pulls, reports]).toEqual([0, []])
  breakOff(new Error('The store failed.'))
  await expect(reader.closed).rejects.toThrow('The store failed.')
  expect(reports).toHaveLength(1)
})

test.each([
  [parent, parent],
  ['01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more', parent.replace('00', '01')],
  [`${parent}-more`, null],
  [`${parent}, ${parent}`, null],
  [parent.toUpperCase(), null],
  [parent.replace(/^00/, 'ff'), null],
  [parent.replace(/-[\da-f]{32}-/, `-${'0'.repeat(32)}-`), null],
  [parent.replace(/-[\da-f]{16}-/, `-${'0'.repeat(16)}-`), null],
  ['', null],
])('for the traceparent "%s", the report has %s', async (traceparent, expected) => {
  const { call, reports } = await setUp()
  await call('GET', '/me', { headers: { traceparent } })
  expect(reports[0]?.traceparent).toBe(expected)
})

test.each([
  ['a~!/1', 'a~!/1'],
  ['x'.repeat(128), 'x'.repeat(128)],
  ['x'.repeat(129), null],
  ['two words', null],
  ['schön', null],
])('for the incoming id "%s", the report has %s', async (sent, expected) => {
  const { call, reports } = await setUp()
  const { headers } = await call('GET', '/me', { headers: { 'X-Request-Id': sent } })
  expect(reports[0]?.incomingRequestId).toBe(expected)
  expect(headers.get('x-request-id')).toMatch(/^req_/)
})
