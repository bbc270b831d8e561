import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { type ChatChunk, encodeChatChunk } from '@doorkit/chat-stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ClientOptions, FetchFunction, Middleware } from '../../src/index.ts'
import { undiciTransport } from '../../src/undici/index.ts'
import { failureOf } from '../support/failure-of.ts'
import {
  clientOf,
  json,
  type Reply,
  type ScriptedServer,
  startServer,
} from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

const contact = { id: 'ct_1', name: 'Zoë 🚪' }
const text = JSON.stringify(contact)

const transports: [string, () => FetchFunction][] = [['over undici', overUndici]]

/** A fetch over its own pools, which close when the test ends. */
function overUndici(): FetchFunction {
  const transport = undiciTransport()
  onTestFinished(() => transport.close())
  return transport.fetch
}

/** Answers with these bytes under this content-encoding, whether or not it is true. */
function encodedReply(encoding: string, bytes: Uint8Array, type = 'application/json'): Reply {
  return (response) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': encoding }).end(bytes)
  }
}

describe.each(transports)('%s', (_transport, makeFetch) => {
  function createClientOf(server: ScriptedServer, options: ClientOptions = {}) {
    const clock = createTestClock()
    return clientOf(server, { fetch: makeFetch(), clock, maxRetries: 0, ...options })
  }

  describe('a compressed answer', () => {
    test.each([
      ['gzip', gzipSync(text)],
      ['GZIP', gzipSync(text)],
      ['x-gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['zstd', zstdCompressSync(text)],
      ['deflate', deflateRawSync(text)],
      ['gzip, br', brotliCompressSync(gzipSync(text))],
      ['deflate,gzip , GZIP', gzipSync(gzipSync(deflateSync(text)))],
      ['identity', Buffer.from(text)],
    ])('with the encoding %s is read', async (encoding, bytes) => {
      const server = await startServer(encodedReply(encoding, bytes))
      expect(await createClientOf(server).contacts.get('ct_1')).toEqual(contact)
      expect(server.seen[0]?.headers['accept-encoding']).toBe('gzip, br')
    })

    test('is not requested if a header says so', async () => {
      const server = await startServer(json(contact))
      await createClientOf(server, { headers: { 'accept-encoding': 'identity' } }).contacts.get(
        'ct_1',
      )
      expect(server.seen[0]?.headers['accept-encoding']).toBe('identity')
    })

    test('with too many encodings is left as it arrived', async () => {
      let bytes: Buffer = Buffer.from(text)
      for (let layer = 0; layer < 6; layer++) bytes = gzipSync(bytes)
      const server = await startServer(encodedReply(Array(6).fill('gzip').join(), bytes))
      const error = await failureOf(createClientOf(server).contacts.get('ct_1'))
      expect(error).toMatchObject({ code: 'response_not_json', status: 200 })
    })

    test.each([
      ['that is in fact plain text', Buffer.from(text)],
      ['that is cut off', gzipSync(text).subarray(0, 20)],
    ])('%s is a broken answer', async (_name, bytes) => {
      const server = await startServer(encodedReply('gzip', bytes))
      const error = await failureOf(createClientOf(server).contacts.get('ct_1'))
      expect(error).toMatchObject({ code: 'response_truncated', status: 200, retryable: true })
    })

    test('without a byte is an empty answer', async () => {
      const server = await startServer(encodedReply('gzip', Buffer.alloc(0)))
      const call = createClientOf(server).request({ method: 'GET', path: '/x' })
      expect(await call).toBe(undefined)
    })

    test('that is invalid closes its connection', async () => {
      const server = await startServer((response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).write('no end of plain text')
      })
      const error = await failureOf(createClientOf(server).contacts.get('ct_1'))
      expect(error).toMatchObject({ code: 'response_truncated' })
      await server.answered(1)
    })

    test('is read piece by piece, and arrives whole even if its reader is slow', async () => {
      const bytes = randomBytes(8_000_000)
      const server = await startServer(encodedReply('gzip', gzipSync(bytes)))
      const response = await makeFetch()(server.origin, {})
      const pieces: Uint8Array[] = []
      // During this time more data arrives than is buffered for a reader.
      for (let tick = 0; tick < 100; tick++) await new Promise(setImmediate)
      for await (const piece of response.body ?? []) {
        pieces.push(piece)
        await new Promise(setImmediate)
      }
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
      expect(pieces.length).toBeGreaterThan(50)
    })

    test('of many megabytes is read whole', async () => {
      const largeContact = { id: 'ct_1', name: 'ë'.repeat(5_000_000) }
      const server = await startServer(encodedReply('gzip', gzipSync(JSON.stringify(largeContact))))
      expect(await createClientOf(server).contacts.get('ct_1')).toEqual(largeContact)
    })

    test('can be a streamed answer', async () => {
      const chunks: ChatChunk[] = [
        { type: 'start', messageId: 'msg_1' },
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'Hello' },
        { type: 'text-end', id: 't' },
        { type: 'finish', finishReason: 'stop' },
      ]
      const events = `${chunks.map(encodeChatChunk).join('')}data: [DONE]\n\n`
      const server = await startServer(
        encodedReply('br', brotliCompressSync(events), 'text/event-stream'),
      )
      const stream = await createClientOf(server).chatSessions.stream('chs_1', { text: 'Hi' })
      expect(await stream.text()).toBe('Hello')
    })
  })

  describe('an answer', () => {
    const headers = { 'x-request-id': 'req_1', 'set-cookie': 'a=1' }

    const uses: [string, Middleware][] = [
      [
        'can be cloned by a middleware',
        async (request, next) => {
          const response = await next(request)
          expect(await response.clone().json()).toEqual(contact)
          return response
        },
      ],
      [
        'can be replaced by a middleware with a Response of its body',
        async (request, next) => {
          const response = await next(request)
          return new Response(response.body, response)
        },
      ],
      [
        'can be replaced by a middleware with a Response of its text',
        async (request, next) => {
          const response = await next(request)
          const read = await response.text()
          expect(response.bodyUsed).toBe(true)
          return new Response(read, { status: response.status, headers: response.headers })
        },
      ],
      [
        'can be replaced by a middleware with a Response of its bytes',
        async (request, next) => {
          const response = await next(request)
          const { status, headers: given } = response
          return new Response(await response.arrayBuffer(), { status, headers: given })
        },
      ],
    ]
    test.each(uses)('%s', async (_name, layer) => {
      const server = await startServer(json(contact, 200, headers))
      const client = createClientOf(server, { middleware: [layer] })
      const { data, meta } = await client.contacts.get('ct_1').withMeta()
      expect(data).toEqual(contact)
      expect(meta).toMatchObject({ status: 200, requestId: 'req_1' })
    })

    test('is an instance of Response, and is printed as one', async () => {
      const server = await startServer(json(contact))
      const response = await makeFetch()(server.origin, {})
      expect(response).toBeInstanceOf(Response)
      expect(response.headers).toBeInstanceOf(Headers)
      expect(inspect(response)).toMatch(/^Response \{\n {2}status: 200,/)
      expect(inspect(response.headers)).toMatch(/^Headers \{.*'content-type'/s)
      expect(await response.json()).toEqual(contact)
    })

    test('has headers with the methods of Headers', async () => {
      const server = await startServer(json(contact, 200, headers))
      const { meta } = await createClientOf(server).contacts.get('ct_1').withMeta()
      expect(meta.headers.get('X-Request-Id')).toBe('req_1')
      expect(meta.headers.get('constructor')).toBe(null)
      expect(meta.headers.has('x-request-id')).toBe(true)
      expect(meta.headers.getSetCookie()).toEqual(['a=1'])
      const entries = Object.fromEntries(meta.headers)
      expect(entries).toMatchObject({ 'x-request-id': 'req_1', 'content-type': 'application/json' })
      expect([...meta.headers.keys()]).toEqual(Object.keys(entries))
      expect([...meta.headers.values()]).toEqual(Object.values(entries))
      const names: string[] = []
      meta.headers.forEach((_value, name) => void names.push(name))
      expect(names).toEqual(Object.keys(entries))
      meta.headers.set('x-request-id', 'req_2')
      meta.headers.append('x-request-id', 'req_3')
      expect(meta.headers.get('x-request-id')).toBe('req_2, req_3')
      meta.headers.delete('x-request-id')
      expect(meta.headers.get('x-request-id')).toBe(null)
    })

    test('has its headers in the order of Headers, and joined in the same way', async () => {
      const sentHeaders = { 'x-team': ['b', 'a'], 'set-cookie': ['b=1', 'a=2'], 'x-empty': '' }
      const server = await startServer(
        (response) => void response.writeHead(204, sentHeaders).end(),
      )
      const { headers } = await makeFetch()(server.origin, {})
      const entries = [...headers]
      expect(entries.filter(([name]) => name in sentHeaders)).toEqual([
        ['set-cookie', 'b=1'],
        ['set-cookie', 'a=2'],
        ['x-empty', ''],
        ['x-team', 'b, a'],
      ])
      expect(entries).toEqual([...new Headers(entries)])
      headers.set('x-team', 'c')
      expect([...headers]).toContainEqual(['x-team', 'c'])
    })

    test('has its address, its type and its status', async () => {
      const server = await startServer((response) => response.writeHead(204).end())
      const response = await makeFetch()(`${server.origin}/x?y=1`, { headers: { 'x-a': '1' } })
      const { status, ok, url, type, redirected } = response
      expect({ status, ok, url, type, redirected }).toEqual({
        status: 204,
        ok: true,
        url: `${server.origin}/x?y=1`,
        type: 'default',
        redirected: false,
      })
      expect(response.bodyUsed).toBe(false)
      expect(response.body).toBe(null)
      expect(server.seen[0]?.headers['x-a']).toBe('1')
    })
  })

  test('a call creates neither Headers nor a Response', async () => {
    const server = await startServer(json(contact, 200, { 'set-cookie': 'a=1' }))
    const client = createClientOf(server)
    class RefusedClass {
      constructor() {
        expect.fail('one was created')
      }
    }
    vi.stubGlobal('Headers', RefusedClass)
    vi.stubGlobal('Response', RefusedClass)
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await client.contacts.get('ct_1')).toEqual(contact)
  })

  test('an unread body makes the server wait, and still arrives complete', async () => {
    const piece = Buffer.alloc(1_000_000, 'x')
    let writtenBytes = 0
    const server = await startServer(async (response) => {
      response.writeHead(200)
      for (let count = 0; count < 50; count++) {
        writtenBytes += piece.byteLength
        if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve))
      }
      response.end()
    })
    const response = await makeFetch()(server.origin, {})
    const reader = response.body?.getReader()
    let read = (await reader?.read())?.value?.byteLength ?? 0
    // The kernel buffers of both ends hold only a small part of the body.
    for (let tick = 0; tick < 100; tick++) await new Promise(setImmediate)
    expect(writtenBytes).toBeLessThan(40_000_000)
    for (;;) {
      const part = await reader?.read()
      if (!part?.value) break
      read += part.value.byteLength
    }
    expect(read).toBe(50_000_000)
  })
})
