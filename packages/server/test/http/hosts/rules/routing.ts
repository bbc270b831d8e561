import { request } from 'node:http'
import { expect, test } from 'vitest'
import { type Host, serveKit } from '../../../support/host.ts'

/** The step `route`: the path and the method (docs/api.md#request-pipeline). */
export function routingRules(host: Host): void {
  test('an unknown path is not found', async () => {
    const { call } = await serveKit(host)
    const paths = ['', '/', '/nothing', '/me/you', '/v1/me', '/contacts/ct_1/notes', '/ME', '//me']
    for (const path of paths) {
      const { status, json } = await call('GET', path)
      expect.soft([status, json?.code], path).toEqual([404, 'not_found'])
    }
    expect(paths).toHaveLength(8)
  })

  test('a known path refuses other methods and lists the allowed ones', async () => {
    const { call } = await serveKit(host)
    const cases = [
      ['DELETE', '/me', 'GET, HEAD'],
      ['POST', '/me', 'GET, HEAD'],
      ['PUT', '/contacts', 'GET, HEAD, POST'],
      ['OPTIONS', '/contacts', 'GET, HEAD, POST'],
      ['POST', '/contacts/ct_1', 'DELETE, GET, HEAD, PATCH'],
      ['GET', '/privacy/exports', 'POST'],
      ['HEAD', '/privacy/exports', 'POST'],
    ] as const
    for (const [method, path, allow] of cases) {
      const { status, headers, json } = await call(method, path)
      expect.soft([status, headers.get('allow')], `${method} ${path}`).toEqual([405, allow])
      if (method !== 'HEAD') expect.soft(json.code).toBe('invalid_request')
    }
    expect(cases).toHaveLength(7)
  })

  // Only a request over a socket can have this method: a standard `Request` cannot.
  if (host.name !== 'in-process') {
    test('a method that no standard request has is refused like others', async () => {
      const { origin, kit } = await serveKit(host)
      const headers = { Authorization: `Bearer ${kit.key.secret}` }
      const status = await new Promise((resolve, reject) => {
        const asked = request(`${origin}/v1/me`, { method: 'TRACE', headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        asked.once('error', reject).end()
      })
      expect(status).toBe(405)
    })
  }

  test('an id of the wrong kind or shape is not found', async () => {
    const { call } = await serveKit(host)
    const ids = [
      'conv_1',
      'ct_',
      'ct_%00',
      'ct_%F0%9F%92%A9',
      'ct_%2e%2e%2fx',
      'CT_1',
      `ct_${'1'.repeat(65)}`,
    ]
    for (const id of ids) {
      const { status, json } = await call('GET', `/contacts/${id}`)
      expect.soft([status, json.code], id).toEqual([404, 'not_found'])
    }
    expect(ids).toHaveLength(7)
  })

  test('an id may be percent-encoded', async () => {
    const { call } = await serveKit(host)
    const made = await call('POST', '/contacts', { body: { email: 'ada@example.com' } })
    const encoded = made.json.id.replace('ct_', 'ct%5F')
    expect((await call('GET', `/contacts/${encoded}`)).json.id).toBe(made.json.id)
  })
}
