import { afterEach, expect, test, vi } from 'vitest'
import { shapeOf } from '../../src/call/reporter.ts'
import type { LogRecord } from '../../src/index.ts'
import { clientOf, json, listOf, startServer } from '../support/scripted-server.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const ada = {
  id: 'ct_1',
  email: 'ada@example.com',
  first_name: 'Ada',
  phone: '+44 20',
  attributes: { mother: 'Anne Isabella', age: 36 },
  tools: ['Babbage', 'Jacquard'],
  secret: 'whsec_1234',
}

/** Sets DOORKIT_LOG=debug, and returns the records that are then written to `console.debug`. */
function watchConsole() {
  vi.stubEnv('DOORKIT_LOG', 'debug')
  const records: LogRecord[] = []
  vi.spyOn(console, 'debug').mockImplementation((_tag, _message, record) => {
    records.push(record)
  })
  return records
}

test('DOORKIT_LOG=debug shows statuses, request ids, idempotency keys and the shapes of queries and bodies, and no content', async () => {
  const records = watchConsole()
  const headers = { 'x-request-id': 'req_7' }
  const list = { ...listOf([ada, ada]) }
  const server = await startServer(json(list, 200, headers), json(ada, 200, headers))
  const client = clientOf(server)
  await client.contacts.list({ email: ada.email, limit: 5, updated_since: new Date(0) })
  const { id: _id, tools: _tools, secret: _secret, ...input } = ada
  await client.contacts.upsert(input)
  const person = { email: 'string(15)', first_name: 'string(3)', phone: 'string(6)' }
  const shape = {
    id: 'string(4)',
    ...person,
    attributes: '2 members',
    tools: { '2 of': 'string(7)' },
    secret: 'string(10)',
  }
  const parsedRecords = records.map(
    ({ query = '{}', request = '{}', response = '{}', ...record }) => ({
      ...record,
      query: JSON.parse(query),
      request: JSON.parse(request),
      response: JSON.parse(response),
    }),
  )
  expect(parsedRecords).toMatchObject([
    {
      method: 'GET',
      path: '/contacts',
      query: { email: 'string(15)', limit: 'number', updated_since: 'string(24)' },
      status: 200,
      requestId: 'req_7',
      response: { object: 'string(4)', data: { '2 of': shape }, has_more: 'boolean' },
    },
    {
      method: 'POST',
      idempotencyKey: server.seen[1]?.headers['idempotency-key'],
      request: { ...person, attributes: '2 members' },
      response: shape,
    },
  ])
  const text = JSON.stringify(records)
  expect(text).not.toMatch(/ada@|Ada|\+44|mother|Isabella|Babbage|whsec|dk_test_secret/)
})

test('DOORKIT_LOG=debug shows the ids of a path, but no other text in their position, and no empty query', async () => {
  const records = watchConsole()
  const client = clientOf(await startServer(json(ada), json(ada)))
  await client.contacts.get('ct_1')
  await client.contacts.get(ada.email)
  expect(records.map(({ message }) => message)).toEqual([
    'contacts.get ct_1: answered 200',
    'contacts.get: answered 200',
  ])
  for (const record of records) expect(record).not.toHaveProperty('query')
})

test('the logger of the client option gets no shapes, and no ids of the path', async () => {
  watchConsole()
  const records: LogRecord[] = []
  const debug = (record: LogRecord) => void records.push(record)
  const logger = { debug, info() {}, warn() {}, error() {} }
  await clientOf(await startServer(json(ada)), { logger }).contacts.get('ct_1')
  expect(Object.keys(records[0] ?? {})).not.toContain('response')
  expect(records[0]?.message).toBe('contacts.get: answered 200')
})

test('a shape shows empty and nested values', () => {
  expect(shapeOf({ a: [], b: null, c: { d: 1 }, e: undefined })).toBe(
    '{"a":[],"b":null,"c":{"d":"number"}}',
  )
  expect(shapeOf(undefined)).toBeUndefined()
})

test('an unknown log level is reported once, by a text that names only the valid levels', async () => {
  // Other test files of this process may have named an unknown level before.
  vi.resetModules()
  const { environmentLogger } = await import('../../src/attempt/logger.ts')
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(environmentLogger('verbose')).toBeUndefined()
  expect(environmentLogger('trace')).toBeUndefined()
  const texts = warn.mock.calls.map(([text]) => text)
  expect(texts).toEqual([
    '[doorkit] DOORKIT_LOG is not a level. Set it to one of debug, info, warn, error',
  ])
})
