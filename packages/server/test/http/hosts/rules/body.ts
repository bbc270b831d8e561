import { expect, test } from 'vitest'
import { type Host, serveKit } from '../../../support/host.ts'

const ada = { email: 'ada@example.com' }
const json = JSON.stringify(ada)

/** The step `body`: its size, form and fields (docs/api.md#request-pipeline). */
export function bodyRules(host: Host): void {
  test('a body of exactly the limit is accepted, and one more byte is not', async () => {
    const { call } = await serveKit(host)
    const accepted = await call('POST', '/contacts', { body: json.padEnd(host.bodyBytes) })
    expect(accepted.status).toBe(200)
    const refused = await call('POST', '/contacts', { body: json.padEnd(host.bodyBytes + 1) })
    expect([refused.status, refused.json.code]).toEqual([413, 'invalid_request'])
    expect((await call('GET', '/me')).status).toBe(200)
  })

  test('a body of 257 KB in chunks is refused with 413', async () => {
    const { call, send, kit } = await serveKit(host)
    const chunk = new TextEncoder().encode(' '.repeat(1_024))
    let left = 257
    const body = new ReadableStream({
      pull(controller) {
        left -= 1
        if (left >= 0) controller.enqueue(chunk)
        else controller.close()
      },
    })
    const headers = {
      Authorization: `Bearer ${kit.key.secret}`,
      'Content-Type': 'application/json',
    }
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    expect((await send('/contacts', init)).status).toBe(413)
    expect((await call('GET', '/me')).status).toBe(200)
  })

  test('the requests after an unread body are answered', async () => {
    const { call } = await serveKit(host)
    const large = ' '.repeat(host.bodyBytes + 300_000)
    const unread = [
      () => call('POST', '/contacts', { body: large }),
      () => call('POST', '/contacts', { body: large, secret: null }),
      () => call('POST', '/nothing', { body: large }),
    ]
    for (const request of unread) {
      expect.soft((await request()).status).toBeGreaterThanOrEqual(400)
      // Several requests, so that one of them uses the connection of the refused one, if it is still open.
      for (let again = 0; again < 3; again += 1) {
        expect.soft((await call('POST', '/contacts', { body: json })).status).toBe(200)
      }
    }
    expect(unread).toHaveLength(3)
  })

  test('text that is not JSON is refused', async () => {
    const { call } = await serveKit(host)
    const bodies = [
      '{',
      '{"email":"ada@example.com"',
      `${json}${json}`,
      'email=ada',
      "{'a':1}",
      '\0',
    ]
    for (const body of bodies) {
      const { status, json: problem } = await call('POST', '/contacts', { body })
      expect.soft([status, problem.code], body).toEqual([400, 'invalid_request'])
    }
    expect(bodies).toHaveLength(6)
  })

  test('JSON that is not an object is refused', async () => {
    const { call } = await serveKit(host)
    const bodies = ['[]', '[{}]', '"text"', '1', 'true', 'null']
    for (const body of bodies) {
      const { status, json: problem } = await call('POST', '/contacts', { body })
      expect.soft([status, problem.code], body).toEqual([400, 'invalid_request'])
    }
    expect(bodies).toHaveLength(6)
  })

  test('a body of another content type is refused', async () => {
    const { call } = await serveKit(host)
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'x']
    for (const type of types) {
      const headers = { 'Content-Type': type }
      const { status, json: problem } = await call('POST', '/contacts', { body: json, headers })
      expect
        .soft([status, problem.code, problem.param], type)
        .toEqual([400, 'invalid_request', 'Content-Type'])
    }
    expect(types).toHaveLength(4)
  })

  test('the content type may have parameters and any case', async () => {
    const { call } = await serveKit(host)
    const types = ['application/json; charset=utf-8', 'Application/JSON', 'application/json;']
    for (const type of types) {
      const headers = { 'Content-Type': type }
      expect.soft((await call('POST', '/contacts', { body: json, headers })).status, type).toBe(200)
    }
    expect(types).toHaveLength(3)
  })

  test('a byte order mark before the JSON is ignored', async () => {
    const { call } = await serveKit(host)
    expect((await call('POST', '/contacts', { body: `\ufeff${json}` })).status).toBe(200)
  })

  test('an empty body has no fields', async () => {
    const { call } = await serveKit(host)
    const missing = await call('POST', '/contacts', { body: '' })
    expect([missing.status, missing.json.param]).toEqual([400, 'email'])
    const nothing = await call('POST', '/contacts')
    expect([nothing.status, nothing.json.param]).toEqual([400, 'email'])
    expect((await call('POST', '/chat/sessions')).status).toBe(201)
  })

  test('an operation without a body accepts no body or an empty object', async () => {
    const { call } = await serveKit(host)
    const made = await call('POST', '/webhook_endpoints', {
      body: { url: 'https://hooks.example/', events: ['*'] },
    })
    const path = `/webhook_endpoints/${made.json.id}/rotate_secret`
    expect((await call('POST', path)).status).toBe(200)
    expect((await call('POST', path, { body: {} })).status).toBe(200)
    const { status, json: problem } = await call('POST', path, { body: { now: true } })
    expect([status, problem.code, problem.param]).toEqual([400, 'invalid_request', 'now'])
    expect((await call('POST', path, { body: '[]' })).status).toBe(400)
  })

  test('a deletion accepts no body or an empty object', async () => {
    const { call } = await serveKit(host)
    for (const body of [undefined, {}]) {
      const { id } = (await call('POST', '/contacts', { body: ada })).json
      const refused = await call('DELETE', `/contacts/${id}`, { body: { force: true } })
      expect([refused.status, refused.json.param]).toEqual([400, 'force'])
      expect((await call('DELETE', `/contacts/${id}`, { body })).status).toBe(200)
    }
  })

  test('a problem names the input that caused it', async () => {
    const { call } = await serveKit(host)
    const cases = [
      ['/contacts', { ...ada, shoe_size: 43 }, 'shoe_size'],
      ['/contacts', { email: 'nobody' }, 'email'],
      ['/contacts', { ...ada, company: 'x'.repeat(201) }, 'company'],
      ['/contacts', { ...ada, attributes: { 'a b': 1 } }, 'attributes.a b'],
      ['/contacts', { ...ada, attributes: { plan: [] } }, 'attributes.plan'],
      ['/contacts', { ...ada, __proto__: null, constructor: 1 }, 'constructor'],
      ['/chat/sessions', { visitor: { age: 3 } }, 'visitor.age'],
      ['/chat/sessions', { visitor: { email: 'x' } }, 'visitor.email'],
      ['/webhook_endpoints', { url: 'https://a.example', events: ['*', 'no'] }, 'events[1]'],
      ['/webhook_endpoints', { url: 'https://a.example', events: [] }, 'events'],
      ['/webhook_endpoints', { url: 'ftp://a.example', events: ['*'] }, 'url'],
    ] as const
    for (const [path, body, param] of cases) {
      const { status, json: problem } = await call('POST', path, { body })
      const seen = [status, problem.code, problem.param]
      expect.soft(seen, param).toEqual([400, 'invalid_request', param])
    }
    expect(cases).toHaveLength(11)
  })
}
