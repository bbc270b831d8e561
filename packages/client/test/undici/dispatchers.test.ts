import { describe, expect, test } from 'vitest'
import { AbortedError, ConnectionError, createClient, type FetchFunction } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, startServer } from '../support/scripted-server.ts'

// Node makes its own dispatcher at the first fetch; loading undici puts another in its place.
const nodeDispatcherKey = Symbol.for('undici.globalDispatcher.1')
await fetch('data:,')
const builtInDispatcher = Reflect.get(globalThis, nodeDispatcherKey)
const { Agent, errors, fetch: undiciFetch, MockAgent } = await import('undici')
const { undiciTransport } = await import('../../src/undici/index.ts')

const baseUrl = 'https://api.example.com/v1'

describe('a MockAgent', () => {
  test('answers as configured, and sees the request', async () => {
    const agent = new MockAgent()
    agent.disableNetConnect()
    const pool = agent.get('https://api.example.com')
    const headers = { 'x-request-id': 'req_7', 'content-type': 'application/json' }
    pool
      .intercept({ path: '/v1/contacts', method: 'POST', body: '{"email":"ada@example.com"}' })
      .reply(201, { id: 'ct_1' }, { headers })
    pool.intercept({ path: '/v1/me' }).replyWithError(new errors.SocketError('other side closed'))
    const { fetch } = undiciTransport({ dispatcher: agent })
    const client = createClient({ apiKey: 'dk_test_secret', baseUrl, fetch, maxRetries: 0 })
    const { data, meta } = await client.contacts.upsert({ email: 'ada@example.com' }).withMeta()
    expect(data).toEqual({ id: 'ct_1' })
    expect(meta).toMatchObject({ status: 201, requestId: 'req_7' })
    const error = await failureOf(client.me.get())
    expect(error).toMatchObject({ code: 'connection_failed', cause: { code: 'UND_ERR_SOCKET' } })
    agent.assertNoPendingInterceptors()
    await agent.close()
  })
})

describe('a dispatcher of another version of undici', () => {
  test('works if it has the same interface, like the one built into Node', async () => {
    expect(process.versions.undici).toMatch(/^7\./)
    expect(builtInDispatcher).not.toBeInstanceOf(Agent)
    const server = await startServer(json({ id: 'key_1' }))
    const { fetch } = undiciTransport({ dispatcher: builtInDispatcher })
    expect(await clientOf(server, { fetch }).me.get()).toEqual({ id: 'key_1' })
  })

  test('under the fetch of Node is refused, and the error names the undici version built into Node and the solution', async () => {
    const server = await startServer(json({ id: 'key_1' }))
    await using dispatcher = closeAfterUse(new Agent())
    const fetchWithDispatcher: FetchFunction = (url, init) => {
      const initWithDispatcher: object = { ...init, dispatcher: dispatcher.agent }
      return fetch(url, initWithDispatcher)
    }
    const error = await failureOf(clientOf(server, { fetch: fetchWithDispatcher }).me.get())
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ code: 'dispatcher_mismatch', retryable: false, attempts: 1 })
    const { message } = error as Error
    expect(message).toContain('different versions of undici')
    expect(message).toContain(`Node has ${process.versions.undici} built in`)
    expect(message).toContain('undiciTransport of @doorkit/client/undici')
    expect(server.seen).toEqual([])
  })

  test('under the fetch of its own version works', async () => {
    const server = await startServer(json({ id: 'key_1' }))
    await using dispatcher = closeAfterUse(new Agent())
    const fetchOfSameVersion = (url: string, init: object) =>
      undiciFetch(url, { ...init, dispatcher: dispatcher.agent })
    const client = clientOf(server, { fetch: fetchOfSameVersion as unknown as FetchFunction })
    expect(await client.me.get()).toEqual({ id: 'key_1' })
  })

  test('that is too old for the transport is refused, and the error says what to do', async () => {
    // This is the error of undici 6 for a handler without the methods that undici 6 calls.
    const dispatch = () => {
      throw new errors.InvalidArgumentError('invalid onConnect method')
    }
    const { fetch } = undiciTransport({ dispatcher: { dispatch } })
    const client = createClient({ apiKey: 'dk_test_secret', baseUrl, fetch })
    const error = await failureOf(client.me.get())
    expect(error).toMatchObject({ code: 'dispatcher_mismatch', attempts: 1 })
    expect((error as Error).message).toContain('different versions of undici')
  })

  test('is recognized after a redirect too', async () => {
    const cause = new errors.InvalidArgumentError('invalid onConnect method')
    const fetch: FetchFunction = async (url) => {
      if (url.endsWith('/elsewhere')) throw new TypeError('fetch failed', { cause })
      return new Response(null, { status: 307, headers: { location: '/v1/elsewhere' } })
    }
    const client = createClient({ apiKey: 'dk_test_secret', baseUrl, fetch })
    const error = await failureOf(client.me.get())
    expect(error).toMatchObject({ code: 'dispatcher_mismatch', attempts: 1 })
  })
})

test('a dispatcher from the caller stays open when the transport is closed', async () => {
  const server = await startServer(json({ id: 'key_1' }))
  await using dispatcher = closeAfterUse(new Agent())
  const transport = undiciTransport({ dispatcher: dispatcher.agent })
  await transport.close()
  expect(await clientOf(server, { fetch: transport.fetch }).me.get()).toEqual({ id: 'key_1' })
})

test('a call that is aborted while it waits for a connection is never sent', async () => {
  const controller = new AbortController()
  const server = await startServer(() => {}, json({ id: 'key_1' }))
  await using transport = undiciTransport({ connections: 1 })
  const client = clientOf(server, { fetch: transport.fetch, maxRetries: 0 })
  const firstController = new AbortController()
  const firstCall = failureOf(client.me.get({ signal: firstController.signal }))
  await server.arrived(1)
  const waitingCall = failureOf(client.me.get({ signal: controller.signal }))
  await new Promise(setImmediate)
  controller.abort()
  expect(await waitingCall).toBeInstanceOf(AbortedError)
  firstController.abort()
  expect(await firstCall).toBeInstanceOf(AbortedError)
  expect(await client.me.get()).toEqual({ id: 'key_1' })
  expect(server.seen).toHaveLength(2)
})

function closeAfterUse(agent: InstanceType<typeof Agent>) {
  return { agent, [Symbol.asyncDispose]: () => agent.destroy() }
}
