import { inspect } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type CallOptions, type ClientOptions, createClient, DoorkitError } from '../src/index.ts'
import { failureOf } from './support/failure-of.ts'
import { clientOf, json, startServer } from './support/scripted-server.ts'

const validOptions = { apiKey: 'dk_test_secret', baseUrl: 'https://api.example.com/v1' }

function refusalOf(options: ClientOptions): DoorkitError {
  try {
    createClient(options)
  } catch (error) {
    if (error instanceof DoorkitError) return error
  }
  return expect.fail('the options were accepted')
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('the options', () => {
  const wrongOptions: [string, ClientOptions, RegExp][] = [
    ['no API key', { apiKey: '' }, /DOORKIT_API_KEY/],
    ['an API key with a line break', { apiKey: 'dk_test_secret\n' }, /Copy it again/],
    ['no address', { baseUrl: '' }, /DOORKIT_BASE_URL/],
    ['something that is not an address', { baseUrl: 'api.example.com' }, /to one such as https/],
    ['another protocol', { baseUrl: 'ftp://api.example.com' }, /to one such as https/],
    ['http on a public host', { baseUrl: 'http://api.example.com/v1' }, /https/],
    ['http on a host named like loopback', { baseUrl: 'http://localhost.evil.com' }, /https/],
    ['http on a host with loopback in its path', { baseUrl: 'http://a.com/.localhost/' }, /https/],
    ['an empty query in the address', { baseUrl: 'https://a.com/v1?' }, /a query or a fragment/],
    [
      'a user in the address',
      { baseUrl: 'https://ada:secret@api.example.com' },
      /a user or a password/,
    ],
    [
      'a user without a password',
      { baseUrl: 'https://secret@api.example.com' },
      /a user or a password/,
    ],
    [
      'a query in the address',
      { baseUrl: 'https://api.example.com/?a=1' },
      /a query or a fragment/,
    ],
    ['a timeout of 0', { timeout: 0 }, /timeout/],
    ['a timeout that is not a number', { timeout: Number.NaN }, /timeout/],
    ['a deadline that is too long for a timer', { deadline: 2 ** 31 }, /deadline/],
    ['a number of retries that is not whole', { maxRetries: 0.5 }, /maxRetries/],
    ['a negative number of retries', { maxRetries: -1 }, /maxRetries/],
    [
      'a number of bytes that is not whole',
      { maxResponseBytes: 0.5 },
      /maxResponseBytes must be a whole number from 0/,
    ],
    ['an idleTimeout below 0', { idleTimeout: -1 }, /idleTimeout must be 1 to 2147483647 mill/],
    ['a header that has an option', { headers: { Authorization: 'secret' } }, /apiKey/],
    ['a header name with a space', { headers: { 'x y': 'secret' } }, /x y/],
    ['the length of a body', { headers: { 'Content-Length': '2' } }, /option body/],
    ['a version with a line break', { version: 'secret\r\nx: y' }, /service-version/],
    ['a deadline that is a text', { deadline: JSON.parse('"90000"') }, /deadline must be 1 to/],
    ['a fetch that is an object', { fetch: JSON.parse('{}') }, /fetch must be a function/],
    ['a header value with a line break', { headers: { 'x-a': 'secret\r\nx: y' } }, /x-a/],
  ]
  test.each([undefined, 'acme'])(
    'are refused with an error that has the code and the name of the client (%s)',
    (name) => {
      const error = refusalOf({ ...validOptions, apiKey: '', name })
      const facts = name ? `invalid_option, client ${name}` : 'invalid_option'
      const text = 'There is no API key. Set apiKey, or the variable DOORKIT_API_KEY.'
      expect(String(error)).toBe(`DoorkitError: client options: ${text} (${facts})`)
      expect(error.stack).toMatch(/^DoorkitError: client options: .*\n\s+at .*\n\s+at refusalOf /)
      expect(error.client).toBe(name)
    },
  )

  test.each(wrongOptions)('with %s are refused', (_name, options, message) => {
    const error = refusalOf({ ...validOptions, ...options })
    expect(error.code).toBe('invalid_option')
    expect(error.message).toMatch(message)
    expect(error.message).not.toContain('secret')
  })

  test.each([
    'http://localhost:4000/v1',
    'http://127.0.0.1',
    'http://[::1]:80/',
    'http://a.localhost',
  ])('may name %s without https', (baseUrl) =>
    expect(() => createClient({ ...validOptions, baseUrl })).not.toThrow(),
  )

  test('fall back to the environment', async () => {
    const server = await startServer(json({}))
    vi.stubEnv('DOORKIT_API_KEY', 'dk_test_environment')
    vi.stubEnv('DOORKIT_BASE_URL', `${server.origin}/v1/`)
    await createClient().me.get()
    expect(server.seen[0]).toMatchObject({
      url: '/v1/me',
      headers: { authorization: 'Bearer dk_test_environment' },
    })
  })

  test('are not changed, and later changes to them have no effect', async () => {
    const server = await startServer(json({}))
    const headers = { 'X-Team': 'sales' }
    const options = Object.freeze({ ...validOptions, baseUrl: server.origin, headers })
    const client = createClient(options)
    headers['X-Team'] = 'support'
    await client.me.get()
    expect(server.seen[0]?.headers['x-team']).toBe('sales')
  })

  test('a secret key is refused in a browser, an access token is not', () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    expect(refusalOf(validOptions).message).toMatch(/browser/)
    expect(() => createClient({ ...validOptions, apiKey: 'dko_token' })).not.toThrow()
  })
})

test('no output of a client shows the API key', async () => {
  const server = await startServer(json({}, 401), json({}))
  const records: unknown[] = []
  const log = (record: unknown) => records.push(record)
  const client = clientOf(server, {
    logger: { debug: log, info: log, warn: log, error: log },
    middleware: [
      (request, next) => {
        records.push(request)
        return next(request)
      },
    ],
  })
  const error = await failureOf(client.me.get())
  const call = client.me.get()
  await call
  const shownValues = [client, client.me, call, error, records]
  const texts = shownValues.flatMap((value) => [
    inspect(value, { depth: 20, showHidden: true }),
    JSON.stringify(value) ?? '',
  ])
  expect(records.length).toBeGreaterThanOrEqual(4)
  expect(texts.join()).not.toContain('dk_test_secret')
})

describe('the request', () => {
  test('carries API key, version, user agent and the headers of client and call', async () => {
    const server = await startServer(json({}))
    const client = clientOf(server, { headers: { 'X-Team': 'sales', 'X-Env': 'test' } })
    await client.contacts.update('ct_1', { company: 'Acme' }, { headers: { 'x-env': 'live' } })
    expect(server.seen[0]).toMatchObject({
      method: 'PATCH',
      url: '/v1/contacts/ct_1',
      body: '{"company":"Acme"}',
      headers: {
        authorization: 'Bearer dk_test_secret',
        accept: 'application/json',
        'content-type': 'application/json',
        'service-version': '2026-10-12',
        'user-agent': expect.stringMatching(/^doorkit-client\/\d/),
        'x-team': 'sales',
        'x-env': 'live',
      },
    })
  })

  test.each<[string, CallOptions['headers']]>([
    ['a Headers object', new Headers({ 'X-Team': 'sales' })],
    ['a list of pairs', [['X-Team', 'sales']]],
    [
      'a record with undefined and null values',
      { 'X-Team': 'sales', 'x-open': undefined, 'x-none': null },
    ],
  ])('can have headers from %s', async (_form, headers) => {
    const server = await startServer(json({}))
    await clientOf(server, { headers }).me.get()
    await clientOf(server).me.get({ headers })
    expect(server.seen).toHaveLength(2)
    for (const { headers: sent } of server.seen) {
      expect(sent['x-team']).toBe('sales')
      expect(Object.keys(sent).filter((name) => /^x-(open|none)$/.test(name))).toEqual([])
    }
  })

  test('with a version that cannot be sent is not sent', async () => {
    const server = await startServer(json({}))
    const error = await failureOf(clientOf(server).me.get({ version: '2026\r\nx: y' }))
    expect(error).toMatchObject({ code: 'invalid_option' })
    expect(server.seen).toEqual([])
  })

  test('of a read has neither body nor idempotency key', async () => {
    const server = await startServer(json({}))
    await clientOf(server).contacts.get('ct_1')
    expect(server.seen[0]?.body).toBe('')
    expect(server.seen[0]?.headers).not.toHaveProperty('idempotency-key')
    expect(server.seen[0]?.headers).not.toHaveProperty('content-type')
  })

  test('can ask for another version, per client and per call', async () => {
    const server = await startServer(json({}))
    const client = clientOf(server, { version: '2027-01-01' })
    await client.me.get()
    await client.me.get({ version: '2027-02-02' })
    const versions = server.seen.map(({ headers }) => headers['service-version'])
    expect(versions).toEqual(['2027-01-01', '2027-02-02'])
  })

  test('carries the idempotency key of the caller', async () => {
    const server = await startServer(json({}))
    const call = clientOf(server).contacts.delete('ct_1', { idempotencyKey: 'order-7' })
    expect((await call.withMeta()).meta.idempotencyKey).toBe('order-7')
    expect(server.seen[0]?.headers['idempotency-key']).toBe('order-7')
  })

  test.each(['', 'two words', 'é', 'x'.repeat(256), JSON.parse('null')])(
    'is not sent if its idempotency key is %j',
    async (idempotencyKey) => {
      const server = await startServer(json({}))
      const call = clientOf(server).contacts.delete('ct_1', { idempotencyKey })
      expect(await failureOf(call)).toMatchObject({ code: 'invalid_argument' })
      expect(server.seen).toEqual([])
    },
  )
})
