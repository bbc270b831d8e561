import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:http'
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDefaultFetch } from '../src/default-fetch.ts'
import { FirstForm } from '../src/exchange/first-form.ts'
import { type Dispatch, sendRequest } from '../src/exchange/send-request.ts'
import { globalFetch } from '../src/fetch-function.ts'
import { createClient } from '../src/index.ts'
import { listen } from './listen.ts'

const identity = { id: 'key_1' }

/** A server that notes over which connections it is asked, and a client that is told nothing. */
async function start() {
  const ports: (number | undefined)[] = []
  const server = createServer((request, response) => {
    ports.push(request.socket.remotePort)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(identity))
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  const client = createClient({ apiKey: 'dk_test_secret', baseUrl: `${origin}/v1`, maxRetries: 0 })
  return { origin, client, ports }
}

// Node makes its dispatcher when fetch is first used.
beforeAll(() => fetch('data:,').then((response) => response.text()))
afterEach(() => vi.unstubAllGlobals())

describe('a client that is told nothing sends on Node', () => {
  test('over the connections of its own fetch', async () => {
    const { origin, client, ports } = await start()
    await (await fetch(origin)).text()
    for (let call = 0; call < 2; call++) {
      // A pool counts a connection as free a turn after its answer.
      await new Promise(setImmediate)
      expect(await client.me.get()).toEqual(identity)
    }
    expect(ports).toHaveLength(3)
    expect(new Set(ports).size).toBe(1)
  })

  test('in sight of what traces undici', async () => {
    const seen: unknown[] = []
    const note = (message: unknown) => seen.push(message)
    subscribe('undici:request:create', note)
    onTestFinished(() => void unsubscribe('undici:request:create', note))
    const { client } = await start()
    await client.me.get()
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ request: { method: 'GET', path: '/v1/me' } })
  })

  test('by the dispatcher that was set for everything', async () => {
    const before = getGlobalDispatcher()
    const agent = new MockAgent()
    agent.disableNetConnect()
    setGlobalDispatcher(agent)
    onTestFinished(async () => {
      setGlobalDispatcher(before)
      await agent.close()
    })
    const headers = { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] }
    agent
      .get('https://api.example.com')
      .intercept({ path: '/v1/me' })
      .reply(200, JSON.stringify(identity), { headers })
    const options = { apiKey: 'dk_test_secret', baseUrl: 'https://api.example.com/v1' }
    const { data, meta } = await createClient(options).me.get().withMeta()
    expect(data).toEqual(identity)
    expect(meta.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    agent.assertNoPendingInterceptors()
  })

  test('a body that a middleware made, too', async () => {
    const bodies: string[] = []
    const server = createServer(async (request, response) => {
      bodies.push(await new Response(request as never).text())
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(identity))
    })
    const baseUrl = `http://127.0.0.1:${await listen(server)}/v1`
    const client = createClient({
      apiKey: 'dk_test_secret',
      baseUrl,
      middleware: [
        // As JavaScript may do it, which knows no types.
        (request, next) => next({ ...request, body: new URLSearchParams('a=1') as never }),
      ],
    })
    expect(await client.contacts.upsert({ email: 'ada@example.com' })).toEqual(identity)
    expect(bodies).toEqual(['a=1'])
  })
})

describe('a fetch in the place of that of Node is the one that sends', () => {
  const replacement = async () => Response.json({ id: 'key_mocked' })

  test('when it was there before the client', async () => {
    vi.stubGlobal('fetch', replacement)
    const { client, ports } = await start()
    expect(await client.me.get()).toEqual({ id: 'key_mocked' })
    expect(ports).toEqual([])
  })

  test('when it came after the first call, and until it is gone', async () => {
    const { client, ports } = await start()
    await client.me.get()
    vi.stubGlobal('fetch', replacement)
    expect(await client.me.get()).toEqual({ id: 'key_mocked' })
    vi.unstubAllGlobals()
    expect(await client.me.get()).toEqual(identity)
    expect(ports).toHaveLength(2)
  })

  test('when it only wraps it', async () => {
    const { client } = await start()
    const spy = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => spy.mockRestore())
    expect(await client.me.get()).toEqual(identity)
    expect(spy).toHaveBeenCalledTimes(1)
  })
})

test('elsewhere it is the global fetch', () => {
  vi.stubGlobal('process', { versions: { node: '24.0.0' } })
  expect(createDefaultFetch()).toBe(globalFetch)
  vi.stubGlobal('process', undefined)
  expect(createDefaultFetch()).toBe(globalFetch)
})

test('the headers of an answer may be texts, and lists of bytes', async () => {
  const dispatch: Dispatch = (_request, exchange) => {
    const handler = new FirstForm(exchange)
    handler.onConnect(() => {})
    const list = [Buffer.from('a=1'), Buffer.from('b=2')]
    const names = [Buffer.from('constructor'), Buffer.from([0xe9])]
    const raw = [
      'X-Text',
      'plain',
      Buffer.from('Set-Cookie'),
      list,
      ...names,
      Buffer.from('x-last'),
    ]
    expect(handler.onHeaders(103, raw, () => {}, 'Early Hints')).toBe(true)
    expect(handler.onHeaders(204, raw, () => {}, 'No Content')).toBe(true)
    handler.onComplete()
  }
  const request = { method: 'GET', headers: {}, body: null, signal: undefined }
  const { status, statusText, headers } = await sendRequest(dispatch, 'http://localhost/', request)
  expect({ status, statusText }).toEqual({ status: 204, statusText: 'No Content' })
  expect(headers.get('x-text')).toBe('plain')
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(headers.get('constructor')).toBe('é')
  expect(headers.get('x-last')).toBe('')
})
