import { once } from 'node:events'
import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { refuseBrokenMessages, requireHost } from '../src/serve/refuse-broken-messages.ts'

/**
 * Sends texts to a new server, each after the server has answered the text before it, and reads until
 * the connection closes.
 */
async function exchange(
  texts: readonly string[],
  listener: RequestListener = (_request, response) => response.end('done'),
  options: ServerOptions = {},
): Promise<string> {
  const server = createServer(options)
  refuseBrokenMessages(server)
  server.on('request', listener).listen(0, '127.0.0.1')
  onTestFinished(() => server.closeAllConnections())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  const ended = once(socket, 'close')
  socket
    .on('error', () => {})
    .on('data', (part) => {
      text += part
    })
  for (const [index, raw] of texts.entries()) {
    if (index > 0) await once(socket, 'data')
    socket.write(raw)
  }
  await ended
  return text
}

/** Parses the last answer in the text of a connection. */
function refusalIn(text: string) {
  const [head = '', body = ''] = text.slice(text.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
  const headers = new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': ') as [string, string]),
  )
  return { status: Number(head.split(' ')[1]), headers, body, problem: JSON.parse(body) }
}

const get = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'

// docs/api.md#headers
test('a refusal of an invalid request carries an X-Request-Id', async () => {
  const cases = [
    ['GARBAGE\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: here\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: here\r\nExpect: a miracle\r\n\r\n', 417],
    ['CONNECT there:443 HTTP/1.1\r\nHost: here\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400],
  ] as const
  const unreached = requireHost(() => {})
  const options = { requireHostHeader: false }
  for (const [raw, status] of cases) {
    const refusal = refusalIn(await exchange([raw], unreached, options))
    const requestId = refusal.headers.get('X-Request-Id')
    expect(requestId).toMatch(/^req_\w+$/)
    expect(refusal.status).toBe(status)
    expect(refusal.problem).toMatchObject({
      status,
      code: 'invalid_request',
      request_id: requestId,
    })
    expect(refusal.headers.get('Content-Type')).toBe('application/problem+json')
    expect(refusal.headers.get('Service-Version')).toBe('2026-10-12')
    expect(Number(refusal.headers.get('Content-Length'))).toBe(refusal.body.length)
  }
})

test('a request that arrives too slowly is refused with 408', async () => {
  const text = await exchange(['GET / HTTP/1.1\r\nHost: here\r\n'], undefined, {
    connectionsCheckingInterval: 20,
    headersTimeout: 60,
    requestTimeout: 60,
  })
  expect(refusalIn(text)).toMatchObject({ status: 408, problem: { code: 'invalid_request' } })
})

test('a request with two Host headers is refused, and its connection closes', async () => {
  const reached: string[] = []
  const listener = requireHost((request, response) => {
    reached.push(request.headers.host ?? '')
    response.end('done')
  })
  const options = { requireHostHeader: false }
  for (const version of ['1.1', '1.0']) {
    const twice = `GET / HTTP/${version}\r\nHost: here\r\nHost: there\r\n\r\n`
    const { status, problem } = refusalIn(await exchange([twice], listener, options))
    expect([status, problem.code]).toEqual([400, 'invalid_request'])
    expect(problem.detail).toBe('Send one Host header with the request.')
  }
  const single = 'GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n'
  expect(await exchange([single], listener, options)).toContain('200 OK')
  expect(reached).toEqual(['here'])
})

test('an HTTP/1.0 request needs no Host header', async () => {
  const listener = requireHost((_request, response) => response.end('done'))
  const text = await exchange(['GET / HTTP/1.0\r\n\r\n'], listener, { requireHostHeader: false })
  expect(text).toContain('200 OK')
})

test('invalid bytes after an answer are refused', async () => {
  const text = await exchange([get, 'GARBAGE\r\n\r\n'])
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(text).toContain('done')
  expect(refusalIn(text).status).toBe(400)
})

test('a refusal is never written into an unfinished answer', async () => {
  const tunnel = 'CONNECT there:443 HTTP/1.1\r\nHost: here\r\n\r\n'
  for (const next of ['GARBAGE\r\n\r\n', tunnel, `${get}GARBAGE\r\n\r\n`]) {
    let requests = 0
    const text = await exchange([get, next], (_request, response) => {
      requests += 1
      if (requests === 1) response.writeHead(200, { 'Content-Length': 1_000 }).write('begun')
    })
    expect(text, next).toMatch(/begun$/)
    expect(text.match(/HTTP\/1\.1/g), next).toHaveLength(1)
  }
})
