import { expect, test } from 'vitest'
import { type Host, serveKit } from '../../../support/host.ts'
import { caller } from '../../../support/kit.ts'

const ada = { email: 'ada@example.com', company: 'Analytical' }
const once = { 'Idempotency-Key': 'once' }
const hour = 3_600_000

/** The form of an idempotency key, and the answer to a repeat (docs/api.md#idempotency). */
export function idempotencyRules(host: Host): void {
  test('a malformed idempotency key is refused', async () => {
    const { call } = await serveKit(host)
    const keys = ['', 'two words', 'tab\tbed', 'schlüssel', 'x'.repeat(256)]
    for (const key of keys) {
      const headers = { 'Idempotency-Key': key }
      const { status, json } = await call('POST', '/contacts', { body: ada, headers })
      const seen = [status, json.code, json.param]
      expect.soft(seen, key).toEqual([400, 'invalid_request', 'Idempotency-Key'])
    }
    expect(keys).toHaveLength(5)
  })

  test('an idempotency key may have any visible ASCII characters, up to 255', async () => {
    const { call } = await serveKit(host)
    const visible = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).join('')
    for (const key of [visible, 'k', 'x'.repeat(255)]) {
      const headers = { 'Idempotency-Key': key }
      expect.soft((await call('POST', '/contacts', { body: ada, headers })).status, key).toBe(200)
    }
  })

  test('a read ignores an idempotency key', async () => {
    const { call } = await serveKit(host)
    const first = await call('GET', '/contacts', { headers: { 'Idempotency-Key': 'a b' } })
    await call('POST', '/contacts', { body: ada })
    const second = await call('GET', '/contacts', { headers: { 'Idempotency-Key': 'a b' } })
    expect([first.json.data.length, second.json.data.length]).toEqual([0, 1])
  })

  test('a replay has the bytes and the request id of the first answer', async () => {
    const { kit, call } = await serveKit(host)
    const first = await call('POST', '/contacts', { body: ada, headers: once })
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    kit.clock.advance(5_000)
    await call('POST', '/contacts', { body: { ...ada, company: 'Engines' } })
    const second = await call('POST', '/contacts', { body: ada, headers: once })
    expect([second.status, second.text]).toEqual([200, first.text])
    for (const name of ['content-type', 'x-request-id', 'service-version']) {
      expect.soft(second.headers.get(name), name).toBe(first.headers.get(name))
    }
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('ratelimit-remaining')).toBe('1197')
    expect((await call('GET', '/contacts')).json.data[0].company).toBe('Engines')
  })

  test('the answers of every method that writes are replayed', async () => {
    const { call } = await serveKit(host)
    const { json } = await call('POST', '/contacts', { body: ada })
    const requests = [
      ['PATCH', `/contacts/${json.id}`, { body: { phone: '1' } }],
      ['DELETE', `/contacts/${json.id}`, {}],
      ['POST', '/chat/sessions', { body: {} }],
    ] as const
    for (const [method, path, options] of requests) {
      const send = () =>
        call(method, path, { ...options, headers: { 'Idempotency-Key': `key-${method}` } })
      const first = await send()
      const second = await send()
      expect.soft([second.status, second.text], method).toEqual([first.status, first.text])
      expect.soft(second.headers.get('idempotent-replayed'), method).toBe('true')
    }
    expect(requests).toHaveLength(3)
  })

  test('an idempotency key is refused for another method, path, query or body', async () => {
    const { call } = await serveKit(host)
    const made = await call('POST', '/contacts', { body: ada, headers: once })
    const others = [
      ['PATCH', `/contacts/${made.json.id}`, ada],
      ['POST', '/chat/sessions', ada],
      ['POST', '/contacts?source=web', ada],
      ['POST', '/contacts', { ...ada, company: 'Engines' }],
      ['POST', '/contacts', undefined],
    ] as const
    for (const [method, path, body] of others) {
      const { status, json } = await call(method, path, { body, headers: once })
      const seen = [status, json.code, json.param]
      expect.soft(seen, path).toEqual([422, 'idempotency_key_reused', 'Idempotency-Key'])
    }
    expect(others).toHaveLength(5)
    const again = await call('POST', '/contacts', { body: ada, headers: once })
    expect(again.text).toBe(made.text)
    const patch = { body: {}, headers: { 'Idempotency-Key': 'patch' } }
    const contact = `/contacts/${made.json.id}`
    expect((await call('PATCH', contact, patch)).status).toBe(200)
    expect((await call('DELETE', contact, patch)).json.code).toBe('idempotency_key_reused')
  })

  test('a refusal is stored and replayed, even if the request would now succeed', async () => {
    const { call } = await serveKit(host)
    await call('POST', '/contacts', { body: { email: 'bob@example.com', external_id: 'crm-1' } })
    const body = { ...ada, external_id: 'crm-1' }
    const first = await call('POST', '/contacts', { body, headers: once })
    expect([first.status, first.json.code]).toEqual([409, 'conflict'])
    await call('POST', '/contacts', { body: { email: 'bob@example.com', external_id: null } })
    const second = await call('POST', '/contacts', { body, headers: once })
    expect([second.status, second.text]).toEqual([409, first.text])
    expect(second.headers.get('content-type')).toBe('application/problem+json')
    expect(second.headers.get('x-request-id')).toBe(first.headers.get('x-request-id'))
    expect((await call('POST', '/contacts', { body })).status).toBe(200)
  })

  test('the refusal of a body is stored and replayed', async () => {
    const { call } = await serveKit(host)
    const bodies = ['{', '[]', '{"email":1}', ' '.repeat(300_000)]
    for (const [at, body] of bodies.entries()) {
      const headers = { 'Idempotency-Key': `key-${at}` }
      const first = await call('POST', '/contacts', { body, headers })
      const second = await call('POST', '/contacts', { body, headers })
      expect.soft(first.status).toBeGreaterThanOrEqual(400)
      expect
        .soft([second.status, second.text], body.slice(0, 9))
        .toEqual([first.status, first.text])
      expect.soft(second.headers.get('idempotent-replayed')).toBe('true')
    }
    expect(bodies).toHaveLength(4)
  })

  // docs/api.md#idempotency
  test('a rate-limited answer is not stored', async () => {
    const { kit, call } = await serveKit(host, { plan: 'adapt' })
    const send = (key: string) =>
      call('POST', '/privacy/exports', {
        body: { email: ada.email },
        headers: { 'Idempotency-Key': key },
      })
    for (let request = 0; request < 10; request += 1) await send(`key-${request}`)
    expect((await send('late')).status).toBe(429)
    kit.clock.advance(60_000)
    const { status, headers } = await send('late')
    expect([status, headers.get('idempotent-replayed')]).toEqual([200, null])
  })

  // docs/api.md#idempotency
  test('an answer is replayed for 24 hours', async () => {
    const { kit, call } = await serveKit(host)
    const send = () => call('POST', '/contacts', { body: ada, headers: once })
    const first = await send()
    kit.clock.advance(24 * hour - 1)
    expect((await send()).text).toBe(first.text)
    kit.clock.advance(1)
    const late = await send()
    expect(late.headers.get('idempotent-replayed')).toBeNull()
    expect(late.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  })

  test('an idempotency key belongs to one API key', async () => {
    const { kit, send, call } = await serveKit(host)
    const first = await call('POST', '/chat/sessions', { body: {}, headers: once })
    const { id: workspace } = kit.workspace
    const other = await kit.doorkit.keys.create({ workspace, name: 'Other', access: 'full_access' })
    const second = await caller({ ...kit, key: other }, send)('POST', '/chat/sessions', {
      body: {},
      headers: once,
    })
    expect(second.json.id).not.toBe(first.json.id)
    expect(second.headers.get('idempotent-replayed')).toBeNull()
  })
}
