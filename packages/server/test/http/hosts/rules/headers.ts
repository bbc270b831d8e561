import { errorTable } from '@doorkit/models'
import { expect, test } from 'vitest'
import { agentOf } from '../../../support/agents.ts'
import { type Host, serveKit } from '../../../support/host.ts'
import type { Call } from '../../../support/kit.ts'

const contact = { email: 'ada@example.com' }

/** Requests that end at different steps of the pipeline, with their statuses. */
const endings: readonly (readonly [string, number, (call: Call) => ReturnType<Call>])[] = [
  ['success', 200, (call) => call('GET', '/me')],
  ['creation', 201, (call) => call('POST', '/chat/sessions', { body: {} })],
  ['bad version', 400, (call) => call('GET', '/me', { headers: { 'Service-Version': '1999' } })],
  ['no API key', 401, (call) => call('GET', '/me', { secret: null })],
  ['wrong API key', 401, (call) => call('GET', '/me', { secret: 'dk_live_wrong' })],
  ['unknown path', 404, (call) => call('GET', '/nothing')],
  ['wrong method', 405, (call) => call('PUT', '/me')],
  ['malformed idempotency key', 400, (call) => call('POST', '/contacts', malformed)],
  ['broken body', 400, (call) => call('POST', '/contacts', { body: '{' })],
  ['large body', 413, (call) => call('POST', '/contacts', { body: ' '.repeat(270_000) })],
  ['unknown object', 404, (call) => call('GET', '/contacts/ct_0')],
]

const malformed = { body: contact, headers: { 'Idempotency-Key': 'a b' } }

/** The endings before the API key is known. */
const early = new Set(['bad version', 'no API key', 'wrong API key'])

const ofConnection = /^(connection|keep-alive)$/

/** The headers of every answer (docs/api.md#headers). */
export function headerRules(host: Host): void {
  test('every answer has the version, and a request id of its own', async () => {
    const { call } = await serveKit(host)
    const ids = new Set<string>()
    for (const [name, status, request] of endings) {
      const answer = await request(call)
      expect.soft(answer.status, name).toBe(status)
      expect.soft(answer.headers.get('service-version'), name).toBe('2026-10-12')
      const id = answer.headers.get('x-request-id') ?? ''
      expect.soft(id, name).toMatch(/^req_[0-9a-hjkmnp-tv-z]{26}$/)
      ids.add(id)
    }
    expect(ids.size).toBe(endings.length)
  })

  test('every refusal is a problem document that repeats the request id', async () => {
    const { call } = await serveKit(host)
    let refusals = 0
    for (const [name, status, request] of endings) {
      if (status < 400) continue
      const { headers, json } = await request(call)
      expect.soft(headers.get('content-type'), name).toBe('application/problem+json')
      expect.soft(json.request_id, name).toBe(headers.get('x-request-id'))
      expect.soft(json.status, name).toBe(status)
      expect.soft(json.title, name).toBe(errorTable[json.code as keyof typeof errorTable].title)
      expect.soft(json.type, name).toMatch(new RegExp(`^https://.*${json.code}`))
      expect.soft(json.detail, name).toMatch(/\.$/)
      refusals += 1
    }
    expect(refusals).toBe(9)
  })

  test('every answer reports the rate limit once the API key is known, and no answer before that', async () => {
    const { call } = await serveKit(host)
    for (const [name, , request] of endings) {
      const { headers } = await request(call)
      const rate = ['limit', 'remaining', 'reset'].map((part) => headers.get(`ratelimit-${part}`))
      if (early.has(name)) expect.soft(rate, name).toEqual([null, null, null])
      else expect.soft(rate.join(), name).toMatch(/^1200,1[01]\d\d,60$/)
    }
    expect(endings).toHaveLength(11)
  })

  test('a successful answer is JSON', async () => {
    const { call } = await serveKit(host)
    const { headers, json } = await call('GET', '/me')
    expect([headers.get('content-type'), json.object]).toEqual([
      'application/json',
      'api_key_identity',
    ])
  })

  test('the answer to a HEAD request has the headers of a GET except Content-Length, and no body', async () => {
    const { call } = await serveKit(host)
    const { status, headers, text } = await call('HEAD', '/me')
    expect([status, text]).toEqual([200, ''])
    expect(headers.get('ratelimit-remaining')).toBe('1199')
    const get = await call('GET', '/me')
    const namesOf = (all: Headers) => [...all.keys()].filter((name) => !ofConnection.test(name))
    const expected = namesOf(get.headers).filter((name) => name !== 'content-length')
    expect(namesOf(headers)).toEqual(expected)
  })

  // docs/api.md#errors
  test('a failure of the agent is answered with a problem document that does not reveal the cause', async () => {
    const agent = agentOf(() => {
      throw new Error('secret of the machine')
    })
    const { call } = await serveKit(host, { agent })
    const session = await call('POST', '/chat/sessions', { body: {} })
    const path = `/chat/sessions/${session.json.id}/messages`
    const { status, headers, json, text } = await call('POST', path, { body: { text: 'Hello' } })
    expect([status, json.code]).toEqual([502, 'internal_error'])
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(headers.get('ratelimit-limit')).toBe('60')
    expect(text).not.toContain('secret of the machine')
  })
}
