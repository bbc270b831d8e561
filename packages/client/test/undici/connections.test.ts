import { createServer } from 'node:http'
import { createSecureServer } from 'node:http2'
import { connect, createServer as createSocketServer } from 'node:net'
import * as tls from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { type ClientOptions, createClient } from '../../src/index.ts'
import { type UndiciTransportOptions, undiciTransport } from '../../src/undici/index.ts'
import { localhost } from '../support/certificate.ts'
import { failureOf } from '../support/failure-of.ts'
import { listen } from '../support/listen.ts'
import { clientOf, json, type Reply, startServer } from '../support/scripted-server.ts'

const trusted = tls.getCACertificates('default')
tls.setDefaultCACertificates([...trusted, localhost.cert])
afterAll(() => tls.setDefaultCACertificates(trusted))

const identity = { id: 'key_1' }

/** Creates a client of `origin` over a transport of its own. */
function createClientOf(
  options: UndiciTransportOptions,
  origin: string,
  clientOptions: ClientOptions = {},
) {
  const transport = undiciTransport(options)
  const client = clientOf({ origin }, { fetch: transport.fetch, maxRetries: 0, ...clientOptions })
  return { client, [Symbol.asyncDispose]: transport.close }
}

/** Starts a server of HTTP/2 and HTTP/1.1 over TLS, which records the protocol and socket of each request. */
async function startSecureServer() {
  const versions: string[] = []
  const sockets = new Set<unknown>()
  const server = createSecureServer({ ...localhost, allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion)
    sockets.add(request.httpVersion === '2.0' ? request.stream.session : request.socket)
    response.setHeader('content-type', 'application/json')
    setImmediate(() => response.end(JSON.stringify(identity)))
  })
  return { origin: `https://localhost:${await listen(server)}`, versions, sockets }
}

/** Starts a real HTTP proxy, which forwards http, tunnels https and records its requests. */
async function startProxy() {
  const requests: string[] = []
  const authorizations: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    authorizations.push(request.headers['proxy-authorization'])
    const answer = await fetch(request.url ?? '', { headers: { via: '1.1 proxy' } })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(await answer.text())
  })
  server.on('connect', (request, socket) => {
    requests.push(`${request.method} ${request.url}`)
    authorizations.push(request.headers['proxy-authorization'])
    const [host, port] = (request.url ?? '').split(':')
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  const port = await listen(server)
  return { port, requests, authorizations }
}

describe('connections', () => {
  test('are reused, and never exceed the limit', async () => {
    const ports = new Set<number | undefined>()
    const reply: Reply = (response, request) => {
      ports.add(response.socket?.remotePort)
      json(identity)(response, request)
    }
    const { origin } = await startServer(reply)
    await using two = createClientOf({ connections: 2 }, origin)
    const calls = Array.from({ length: 20 }, () => two.client.me.get().then((value) => value))
    expect(await Promise.all(calls)).toEqual(Array(20).fill(identity))
    expect(ports.size).toBe(2)
  })

  test('of a transport that is closed serve the requests in flight, and no new ones', async () => {
    let answer: () => void = () => {}
    const server = await startServer((response, request) => {
      answer = () => json(identity)(response, request)
    })
    const transport = undiciTransport()
    const client = clientOf(server, { fetch: transport.fetch, maxRetries: 0 })
    const pendingCall = client.me.get().then((value) => value)
    await server.arrived(1)
    let isClosed = false
    const closed = transport.close().then(() => {
      isClosed = true
    })
    expect(await failureOf(client.me.get())).toMatchObject({ code: 'connection_failed' })
    expect(isClosed).toBe(false)
    answer()
    expect(await pendingCall).toEqual(identity)
    await closed
  })
})

describe('pipelining', () => {
  /** Starts a server that answers only after `count` requests have arrived over one connection. */
  async function startPatientServer(count: number) {
    const lines: string[] = []
    const body = JSON.stringify(identity)
    const server = createSocketServer((socket) => {
      let text = ''
      socket.on('error', () => socket.destroy())
      socket.on('data', (bytes) => {
        text += bytes.toString()
        const requests = text.match(/(GET|POST) \S+/g) ?? []
        if (requests.length < count) return
        lines.push(...requests)
        text = ''
        const answer = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
        socket.write(answer.repeat(requests.length))
      })
    })
    return { origin: `http://127.0.0.1:${await listen(server)}`, lines }
  }

  test('sends further requests before the first is answered, including writes', async () => {
    const { origin, lines } = await startPatientServer(3)
    await using pipelined = createClientOf({ connections: 1, pipelining: 3 }, origin)
    const { contacts, me } = pipelined.client
    const calls = [me.get(), contacts.upsert({ email: 'ada@example.com' }), contacts.get('ct_1')]
    expect(await Promise.all(calls)).toEqual([identity, identity, identity])
    expect(lines).toEqual(['GET /v1/me', 'POST /v1/contacts', 'GET /v1/contacts/ct_1'])
  })

  test('is off by default', async () => {
    const { origin, lines } = await startPatientServer(2)
    await using single = createClientOf({ connections: 1 }, origin, { timeout: 200 })
    const calls = [single.client.me.get(), single.client.me.get()].map(failureOf)
    for (const error of await Promise.all(calls)) {
      expect(error).toMatchObject({ code: 'attempt_timeout' })
    }
    expect(lines).toEqual([])
  })
})

describe('HTTP/2', () => {
  test('is used with a server that offers it, for many calls over one connection', async () => {
    const { origin, versions, sockets } = await startSecureServer()
    await using second = createClientOf({ http2: true, connections: 1 }, origin)
    const calls = Array.from({ length: 10 }, () => second.client.me.get().then((value) => value))
    expect(await Promise.all(calls)).toEqual(Array(10).fill(identity))
    expect(versions).toEqual(Array(10).fill('2.0'))
    expect(sockets.size).toBe(1)
  })

  test('is off by default', async () => {
    const { origin, versions } = await startSecureServer()
    await using first = createClientOf({}, origin)
    expect(await first.client.me.get()).toEqual(identity)
    expect(versions).toEqual(['1.1'])
  })
})

describe('a proxy', () => {
  test('forwards requests to a server without TLS', async () => {
    const server = await startServer(json(identity))
    const proxy = await startProxy()
    await using proxied = createClientOf({ proxy: `http://127.0.0.1:${proxy.port}` }, server.origin)
    expect(await proxied.client.me.get()).toEqual(identity)
    expect(proxy.requests).toEqual([`GET ${server.origin}/v1/me`])
    expect(server.seen[0]?.headers.via).toBe('1.1 proxy')
  })

  test('tunnels to a server with TLS, and sees neither key nor path', async () => {
    const { origin, versions } = await startSecureServer()
    const proxy = await startProxy()
    const address = `http://ada:secret@127.0.0.1:${proxy.port}`
    await using proxied = createClientOf({ proxy: address }, origin)
    expect(await proxied.client.me.get()).toEqual(identity)
    expect(versions).toEqual(['1.1'])
    expect(proxy.requests).toEqual([`CONNECT ${new URL(origin).host}`])
    expect(proxy.authorizations).toEqual([`Basic ${btoa('ada:secret')}`])
  })

  test('that refuses connections makes a call fail with connection_failed', async () => {
    await using proxied = createClientOf({ proxy: 'http://127.0.0.1:9' }, 'https://localhost:9')
    expect(await failureOf(proxied.client.me.get())).toMatchObject({ code: 'connection_failed' })
  })
})

test('an untrusted certificate is reported, and the call is not retried', async () => {
  const { origin } = await startSecureServer()
  const { fetch } = undiciTransport()
  tls.setDefaultCACertificates(trusted)
  const client = createClient({ apiKey: 'dk_test_secret', baseUrl: origin, fetch })
  expect(await failureOf(client.me.get())).toMatchObject({ code: 'tls_failed', attempts: 1 })
})
