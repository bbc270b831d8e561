import { expect, test } from 'vitest'
import { until } from '../../../support/faulty-store.ts'
import type { Host } from '../../../support/host.ts'
import { rawRequest } from '../../../support/raw.ts'
import { expectRefusedByParser, problemOf, setHostileScene } from './hostile-scene.ts'

const megabyte = 1_048_576

/** Requests that are large, slow or endless. */
export function hostileSizes(host: Host): void {
  test('a header of 10 MB is refused', async () => {
    const { open, json, servesOn } = await setHostileScene(host)
    const socket = await open()
    socket.write(rawRequest('GET', '/v1/me', { ...json, 'X-Large': 'x'.repeat(10 * megabyte) }))
    expectRefusedByParser(await socket.answered())
    await servesOn()
  })

  test('a long path is refused, or is not found', async () => {
    const { raw, servesOn } = await setHostileScene(host)
    const [short] = await raw('GET', `/v1/contacts/ct_${'x'.repeat(6_000)}`)
    expect(problemOf(short).code).toBe('not_found')
    const [unknown] = await raw('GET', `/v1/${'x/'.repeat(3_000)}`)
    expect(problemOf(unknown).code).toBe('not_found')
    expectRefusedByParser(await raw('GET', `/v1/${'x'.repeat(100_000)}`))
    await servesOn()
  })

  test('a long query is refused', async () => {
    const { raw, servesOn } = await setHostileScene(host)
    const [one] = await raw('GET', `/v1/contacts?${'x'.repeat(6_000)}=1`)
    expect(problemOf(one).code).toBe('invalid_request')
    expect(one?.body.length).toBeLessThan(2_000)
    const many = Array.from({ length: 1_500 }, (_, at) => `a${at}`).join('&')
    const [other] = await raw('GET', `/v1/contacts?${many}`)
    expect(problemOf(other).param).toBe('a0')
    await servesOn()
  })

  test('a body of 10 MB is refused in a problem that the client can still read', async () => {
    const { open, json, servesOn } = await setHostileScene(host)
    const socket = await open()
    const length = { 'Content-Length': String(10 * megabyte) }
    socket.write(rawRequest('POST', '/v1/contacts', { ...json, ...length }))
    for (let part = 0; part < 10; part += 1) socket.write(Buffer.alloc(megabyte, 0x20))
    const [answer] = await socket.answered()
    expect([answer?.status, problemOf(answer).code]).toEqual([413, 'invalid_request'])
    await servesOn()
  })

  const endless = host.keepsBytes
    ? 'an endless body in chunks is refused with 413, and its connection ends'
    : 'while the parser of the host reads an endless body, other requests are served'
  test(endless, async () => {
    const { open, json, servesOn } = await setHostileScene(host)
    const socket = await open()
    socket.write(rawRequest('POST', '/v1/contacts', { ...json, 'Transfer-Encoding': 'chunked' }))
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
    let isClosed = false
    void socket.closed.then(() => {
      isClosed = true
    })
    let written = 0
    await until(() => {
      if (!isClosed && socket.socket.writableLength < megabyte) {
        socket.write(chunk)
        written += chunk.length
      }
      return isClosed || written > 64 * megabyte
    })
    // A parser of the host reads a body to its end before it refuses the body.
    expect(isClosed).toBe(host.keepsBytes)
    if (host.keepsBytes) expect(problemOf(socket.answers()[0]).status).toBe(413)
    await servesOn()
  })

  test('a body that takes longer than a minute changes nothing', async () => {
    const { kit, open, json, call, servesOn } = await setHostileScene(host)
    const socket = await open()
    const length = { 'Content-Length': '27' }
    socket.write(rawRequest('POST', '/v1/contacts', { ...json, ...length }))
    socket.write('{"email":')
    // A parser of the host does not pass the request on before it has the body.
    if (host.keepsBytes) {
      // The minute begins when the kit gets the request, and then the request counts.
      let calls = 0
      await until(async () => {
        calls += 1
        const { headers } = await call('GET', '/me')
        return Number(headers.get('ratelimit-remaining')) < 1_200 - calls
      })
      for (let second = 0; second < 61; second += 1) kit.clock.advance(1_000)
      const [answer] = await socket.answered()
      expect([answer?.status, problemOf(answer).code]).toEqual([400, 'invalid_request'])
    }
    expect((await call('GET', '/contacts')).json.data).toEqual([])
    await servesOn()
  })

  test('a body that arrives byte by byte is accepted', async () => {
    const { open, json, call } = await setHostileScene(host)
    const socket = await open()
    const body = '{"email":"ada@example.com"}'
    const length = { 'Content-Length': String(body.length) }
    socket.write(rawRequest('POST', '/v1/contacts', { ...json, ...length }))
    for (const byte of body) {
      socket.write(byte)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const [answer] = await socket.answered()
    expect(answer?.status).toBe(200)
    expect((await call('GET', '/contacts')).json.data).toHaveLength(1)
  })
}
