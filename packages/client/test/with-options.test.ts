import { describe, expect, expectTypeOf, test } from 'vitest'
import { type Client, type ClientOptions, createClient, type LogRecord } from '../src/index.ts'
import { failureOf } from './support/failure-of.ts'
import { budget, clientOf, hang, json, refusal, startServer } from './support/scripted-server.ts'
import { createTestClock } from './support/test-clock.ts'

describe('a client with other options', () => {
  test('has the new options, and otherwise the options of the first client', async () => {
    const server = await startServer(json({}))
    const headers = { 'x-customer': 'acme' }
    const first = clientOf(server, { version: '2026-10-12', headers: { 'x-first': 'yes' } })
    const otherClient = first.withOptions({ headers, version: undefined })
    await otherClient.me.get()
    await first.me.get()
    expect(server.seen[0]?.headers).toMatchObject({ ...headers, 'service-version': '2026-10-12' })
    expect(server.seen[0]?.headers).not.toHaveProperty('x-first')
    expect(server.seen[1]?.headers).toHaveProperty('x-first', 'yes')
    expectTypeOf(otherClient).toEqualTypeOf<Client>()
  })

  test('sends with its own API key, through the same fetch', async () => {
    const sent: (string | undefined)[] = []
    const fetch: ClientOptions['fetch'] = async (_url, { headers }) => {
      sent.push((headers as Record<string, string>).authorization)
      return Response.json({})
    }
    const first = createClient({ apiKey: 'dk_test_first', baseUrl: 'https://host/v1', fetch })
    const acme = first.withOptions({ apiKey: 'dk_test_acme' })
    await acme.me.get()
    await acme.withOptions({ timeout: 5 }).me.get()
    await first.me.get()
    expect(sent).toEqual(['Bearer dk_test_acme', 'Bearer dk_test_acme', 'Bearer dk_test_first'])
  })

  test('shares the budget of the first client if it has the same API key, and only then', async () => {
    const server = await startServer(json({}, 200, budget(7, 60)), json({}, 200, budget(3, 60)))
    const first = clientOf(server)
    const sameKeyClient = first.withOptions({ timeout: 1_000 })
    const acme = first.withOptions({ apiKey: 'dk_test_acme' })
    await first.me.get()
    expect(sameKeyClient.rateLimits.standard).toMatchObject({ remaining: 7 })
    expect(acme.rateLimits.standard).toBeUndefined()
    await acme.me.get()
    expect(acme.rateLimits.standard).toMatchObject({ remaining: 3 })
    expect(first.rateLimits.standard).toMatchObject({ remaining: 7 })
  })

  test('waits in the queue of the first client, unless it has its own maxConcurrent', async () => {
    const server = await startServer(hang)
    const first = clientOf(server, { maxConcurrent: 1, maxRetries: 0 })
    const controller = new AbortController()
    const { signal } = controller
    const waiting = first.withOptions({ timeout: 9_000 })
    const own = first.withOptions({ maxConcurrent: 2 })
    const calls = [first, waiting].map((client, at) =>
      failureOf(client.contacts.get(`ct_${at}`, { signal })),
    )
    await server.arrived(1)
    calls.push(failureOf(own.contacts.get('ct_own', { signal })))
    await server.arrived(2)
    expect(server.seen.map(({ url }) => url)).toEqual(['/v1/contacts/ct_0', '/v1/contacts/ct_own'])
    controller.abort()
    await Promise.all(calls)
  })

  test('knows the idempotency keys that the first client used', async () => {
    const server = await startServer(json({}))
    const first = clientOf(server)
    const keyOptions = { idempotencyKey: 'import-1' }
    await first.contacts.upsert({ email: 'ada@example.com' }, keyOptions)
    const otherClient = first.withOptions({ maxRetries: 0 })
    const secondCall = otherClient.contacts.upsert({ email: 'grace@example.com' }, keyOptions)
    expect(await failureOf(secondCall)).toMatchObject({
      code: 'idempotency_key_reused',
      attempts: 0,
    })
  })

  test('keeps the options that are accessors of a class', async () => {
    const server = await startServer(json({}))
    class Settings {
      get apiKey() {
        return 'dk_test_accessor'
      }
      get baseUrl() {
        return `${server.origin}/v1`
      }
    }
    await createClient(new Settings()).withOptions({ maxRetries: 0 }).me.get()
    expect(server.seen[0]?.headers.authorization).toBe('Bearer dk_test_accessor')
  })

  test('keeps headers that can be read only once', async () => {
    const server = await startServer(json({}))
    const first = clientOf(server, { headers: new Map([['x-customer', 'acme']]).entries() })
    await first.withOptions({ maxRetries: 0 }).me.get()
    expect(server.seen[0]?.headers).toHaveProperty('x-customer', 'acme')
  })

  test.each([undefined, null, ''])(
    'is refused if its apiKey is %j, instead of using the API key of the first client',
    (missing) => {
      const client = createClient({ apiKey: 'dk_test_platform', baseUrl: 'https://host/v1' })
      const apiKey = missing as string | undefined
      const changeKey = () => client.withOptions({ apiKey })
      const stack = expect.stringMatching(/\n\s+at .*\n\s+at changeKey /)
      expect(changeKey).toThrow(
        expect.objectContaining({
          code: 'invalid_option',
          message: expect.stringContaining('key'),
          stack,
        }),
      )
    },
  )

  test('does not repeat a warning that another such client has logged', async () => {
    const server = await startServer(json({}, 200, { deprecation: '@1790000000' }))
    const warnings: LogRecord[] = []
    const otherLevels = { debug() {}, info() {}, error() {} }
    const logger = { ...otherLevels, warn: (record: LogRecord) => void warnings.push(record) }
    const first = clientOf(server, { logger })
    for (let request = 0; request < 3; request++) {
      await first.withOptions({ name: `request ${request}` }).me.get()
    }
    expect(warnings).toMatchObject([{ event: 'deprecation', client: 'request 0' }])
  })

  test('is refused if its options are not valid', () => {
    const client = createClient({ apiKey: 'dk_test_secret', baseUrl: 'https://host/v1' })
    expect(() => client.withOptions({ timeout: -1 })).toThrow(/timeout must be/)
    expect(() => client.withOptions({ baseUrl: 'http://host/v1' })).toThrow(/https/)
  })
})

describe('the name of a client', () => {
  function recorder() {
    const records: LogRecord[] = []
    const log = (record: LogRecord) => void records.push(record)
    return { records, logger: { debug: log, info: log, warn: log, error: log } }
  }

  test('is in all of its log records, and in no log record of another client', async () => {
    const { records, logger } = recorder()
    const server = await startServer(refusal(503, 'internal_error'), json({}))
    const first = clientOf(server, { logger, clock: createTestClock() })
    await first.withOptions({ name: 'acme' }).me.get()
    expect(records.map(({ event, client }) => [event, client])).toEqual([
      ['attempt', 'acme'],
      ['retry', 'acme'],
      ['attempt', 'acme'],
    ])
    records.length = 0
    await first.me.get()
    expect(records.map(({ event }) => event)).toEqual(['attempt'])
    expect(records[0]).not.toHaveProperty('client')
  })

  test.each(['', 'a\nb', 'x'.repeat(101)])(
    'must be 1 to 100 characters on one line, not %j',
    (name) => {
      expect(() => createClient({ name })).toThrow('name must be 1 to 100 printable characters')
    },
  )
})
