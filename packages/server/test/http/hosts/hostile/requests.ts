import { expect, test } from 'vitest'
import type { Host } from '../../../support/host.ts'
import { rawRequest } from '../../../support/raw.ts'
import { expectRefusedByParser, problemOf, setHostileScene } from './hostile-scene.ts'

/** Invalid and unusual requests. */
export function hostileRequests(host: Host): void {
  test('a path that is not valid percent-encoding is refused', async () => {
    const { raw, servesOn } = await setHostileScene(host)
    const targets = ['/v1/contacts/%zz', '/v1/contacts/ct_%', '/v1/contacts/%E0%A4%A', '/v1/%ff']
    for (const target of targets) {
      const [answer] = await raw('GET', target)
      if (host.refusesBadUrls) expect.soft(answer?.status, target).toBe(400)
      else expect.soft(problemOf(answer).code, target).toBe('not_found')
    }
    expect(targets).toHaveLength(4)
    await servesOn()
  })

  test('a query that is not valid percent-encoding is read as it is, and refused', async () => {
    const { raw, servesOn } = await setHostileScene(host)
    const cases = [
      ['/v1/contacts?limit=%zz', 'limit'],
      ['/v1/contacts?%zz=1', '%zz'],
      ['/v1/contacts?email=%E0%A4%A', 'email'],
      ['/v1/contacts?=1', ''],
    ] as const
    for (const [target, param] of cases) {
      const [answer] = await raw('GET', target)
      expect.soft(problemOf(answer).param ?? '', target).toBe(param)
    }
    expect(cases).toHaveLength(4)
    await servesOn()
  })

  test('the absolute form of a target is served as its path', async () => {
    const { raw, servesOn } = await setHostileScene(host)
    for (const authority of [
      'localhost',
      'elsewhere.example:81',
      'user:secret@elsewhere.example',
    ]) {
      const [answer] = await raw('GET', `http://${authority}/v1/me?verbose=1`)
      expect.soft(problemOf(answer).param, authority).toBe('verbose')
    }
    await servesOn()
  })

  test('targets that are not exactly a path of the API find nothing', async () => {
    const { raw, servesOn } = await setHostileScene(host)
    const targets = [
      '/v1\\me',
      '/v1/x/../me',
      '/v1/x/%2e%2e/me',
      '/v1/x/.%2E/me',
      '/v1/x\\..\\me',
      '/v1/./me',
      '/v1/%2e/me',
      '/v1/me/.',
      '/v1/me/x/..',
      '/v1/..',
      '/v1/contacts/..',
      '/../v1/me',
      '/x/../v1/me',
      '/v1/../v1x/me',
      '/v1/%2e%2e/me',
      '/v1//me',
      '/v1/me/',
      '/v1/me;a=1',
      '/v1/contacts/..%2f..%2fme',
      '/v1/contacts/ct_1%2fdeliveries',
    ]
    for (const target of targets) {
      const [answer] = await raw('GET', target)
      expect.soft(answer?.status, target).toBe(404)
    }
    expect(targets).toHaveLength(20)
    await servesOn()
  })

  test('dots and slashes in a query do not change the path', async () => {
    const { raw, servesOn } = await setHostileScene(host)
    const [answer] = await raw('GET', '/v1/contacts?/../me=1&x=..')
    expect(problemOf(answer).param).toBe('/../me')
    await servesOn()
  })

  test('two Host headers are refused', async () => {
    const { open, kit, servesOn } = await setHostileScene(host)
    for (const second of ['Host: elsewhere.example', 'Host: localhost', 'host: localhost']) {
      const socket = await open()
      const authorization = `Authorization: Bearer ${kit.key.secret}`
      const head = ['GET /v1/me HTTP/1.1', 'Host: localhost', authorization, second]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      const [answer] = await socket.answered()
      expect.soft([second, answer?.status]).toEqual([second, 400])
      expect.soft(problemOf(answer).param).toBe('Host')
    }
    await servesOn()
  })

  test('odd methods are refused by the parser, or by the API with the list of allowed ones', async () => {
    const { raw, servesOn } = await setHostileScene(host)
    for (const method of ['OPTIONS', 'TRACE', 'PUT', 'PROPFIND', 'REPORT', 'M-SEARCH', 'LINK']) {
      const [answer] = await raw(method, '/v1/contacts')
      expect.soft([method, answer?.status]).toEqual([method, 405])
      expect.soft(answer?.headers.allow).toBe('GET, HEAD, POST')
      expect.soft(problemOf(answer).code).toBe('invalid_request')
    }
    const [head] = await raw('HEAD', '/v1/contacts')
    expect([head?.status, head?.body]).toEqual([200, ''])
    for (const method of ['get', 'NONSENSE']) {
      expectRefusedByParser(await raw(method, '/v1/contacts'))
    }
    expectRefusedByParser(await raw('CONNECT', 'localhost:80'))
    await servesOn()
  })

  test('repeated headers are refused', async () => {
    const { open, kit, servesOn } = await setHostileScene(host)
    const body = '{"email":"ada@example.com"}'
    const base = [
      'Host: localhost',
      `Authorization: Bearer ${kit.key.secret}`,
      'Content-Type: application/json',
      'Idempotency-Key: a',
      `Content-Length: ${body.length}`,
    ]
    const cases = [
      [`Authorization: Bearer ${kit.key.secret}`, 401],
      ['Idempotency-Key: b', 400],
      ['Content-Type: text/plain', 400],
      ['Service-Version: 2026-10-12\r\nService-Version: 2026-10-12', 400],
    ] as const
    for (const [second, status] of cases) {
      const socket = await open()
      const head = ['POST /v1/contacts HTTP/1.1', ...base, second].join('\r\n')
      socket.write(`${head}\r\n\r\n${body}`)
      const [answer] = await socket.answered()
      expect.soft([second.split(':')[0], answer?.status]).toEqual([second.split(':')[0], status])
      problemOf(answer)
    }
    expect(cases).toHaveLength(4)
    await servesOn()
  })

  test('requests with contradictory or invalid lengths do not reach the API', async () => {
    const { open, kit, call, servesOn } = await setHostileScene(host)
    const authorization = `Authorization: Bearer ${kit.key.secret}`
    const smuggled = 'POST /v1/contacts HTTP/1.1\r\nHost: a\r\n\r\n'
    const heads = [
      ['Content-Length: 5', 'Content-Length: 6'],
      ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
      ['Content-Length: -1'],
      ['Content-Length: 1e3'],
      ['Content-Length: 99999999999999999999999'],
    ]
    for (const head of heads) {
      const socket = await open()
      const lines = ['POST /v1/contacts HTTP/1.1', 'Host: a', authorization, ...head]
      socket.write(`${lines.join('\r\n')}\r\n\r\n0\r\n\r\n${smuggled}`)
      socket.socket.end()
      expectRefusedByParser(await socket.answered(2))
    }
    expect(heads).toHaveLength(6)
    expect((await call('GET', '/contacts')).json.data).toEqual([])
    await servesOn()
  })

  test('invalid chunks end the connection', async () => {
    const { open, json, call, servesOn } = await setHostileScene(host)
    for (const chunk of ['zz\r\nabc\r\n', '-5\r\nabc\r\n', '5\r\nabcdefgh\r\n', '\r\n\r\n\r\n']) {
      const socket = await open()
      const chunked = { ...json, 'Transfer-Encoding': 'chunked' }
      socket.write(`${rawRequest('POST', '/v1/contacts', chunked)}${chunk}`)
      for (const { status } of await socket.answered()) expect.soft(status).toBe(400)
      await socket.closed
    }
    expect((await call('GET', '/contacts')).json.data).toEqual([])
    await servesOn()
  })

  test('pipelined requests are answered in their order', async () => {
    const { open, json, servesOn } = await setHostileScene(host)
    const socket = await open()
    const contact = (name: string) =>
      rawRequest('POST', '/v1/contacts', json, JSON.stringify({ email: `${name}@example.com` }))
    socket.write(
      [
        contact('a'),
        rawRequest('GET', '/v1/nothing', json),
        contact('b'),
        rawRequest('POST', '/v1/contacts', json, '{'),
        rawRequest('GET', '/v1/contacts', json),
      ].join(''),
    )
    const answers = await socket.answered(5)
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 400, 200])
    expect(JSON.parse(answers[4]?.body ?? '').data).toHaveLength(2)
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(5)
    await servesOn()
  })

  test('the body of a GET is ignored', async () => {
    const { open, json, servesOn } = await setHostileScene(host)
    const socket = await open()
    socket.write(rawRequest('GET', '/v1/me', json, '{"a":1}'))
    socket.write(rawRequest('GET', '/v1/workspace', json))
    const answers = await socket.answered(2)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await servesOn()
  })

  test('requests with an odd Host header are served, and so is HTTP/1.0', async () => {
    const { open, kit, raw, servesOn } = await setHostileScene(host)
    for (const name of ['', 'a b', '../../..', '[::1', 'x'.repeat(5_000)]) {
      const [answer] = await raw('GET', '/v1/me', { Host: name })
      expect.soft(answer?.status, name.slice(0, 20)).toBe(200)
    }
    const socket = await open()
    socket.write(`GET /v1/me HTTP/1.0\r\nAuthorization: Bearer ${kit.key.secret}\r\n\r\n`)
    await socket.closed
    expect(socket.text()).toMatch(/^HTTP\/1\.[01] 200 /)
    await servesOn()
  })

  test('bytes that are not HTTP end the connection', async () => {
    const { open, servesOn } = await setHostileScene(host)
    const garbage = ['\0\0\0\0', '\x16\x03\x01\x02\x00', 'GET\r\n\r\n', 'SSH-2.0-a\r\n\r\n']
    for (const bytes of garbage) {
      const socket = await open()
      socket.write(bytes)
      expectRefusedByParser(await socket.answered())
      await socket.closed
    }
    expect(garbage).toHaveLength(4)
    await servesOn()
  })
}
