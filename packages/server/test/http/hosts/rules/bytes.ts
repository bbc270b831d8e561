import { expect, test } from 'vitest'
import { type Host, serveKit } from '../../../support/host.ts'

const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  )

/** The step `body` on hosts that pass the bytes of a body unchanged (docs/api.md#request-pipeline). */
export function bytesRules(host: Host): void {
  test('a body that is not valid UTF-8 is refused', async () => {
    const { call } = await serveKit(host)
    const bodies = [
      bytes('{"email":"ada@example.com","company":"', [0xff], '"}'),
      bytes('{"email":"ada@example.com","company":"', [0xc3], '"}'),
      bytes('{"email":"ada@example.com","company":"', [0xed, 0xa0, 0x80], '"}'),
      bytes([0xff, 0xfe], '{}'),
      Buffer.from('{"email":"ada@example.com"}', 'utf16le'),
    ]
    for (const [at, body] of bodies.entries()) {
      const { status, json } = await call('POST', '/contacts', { body })
      expect.soft([status, json.code], String(at)).toEqual([400, 'invalid_request'])
    }
    expect(bodies).toHaveLength(5)
    expect((await call('GET', '/contacts')).json.data).toHaveLength(0)
  })

  test('an idempotency key is refused for the same JSON in other bytes', async () => {
    const { call } = await serveKit(host)
    const headers = { 'Idempotency-Key': 'once' }
    await call('POST', '/contacts', { body: '{"email":"ada@example.com"}', headers })
    const spaced = await call('POST', '/contacts', {
      body: '{"email": "ada@example.com"}',
      headers,
    })
    expect(spaced.json.code).toBe('idempotency_key_reused')
  })

  test('an idempotency key whose body was too large is refused for a beginning of that body', async () => {
    const { call } = await serveKit(host)
    const headers = { 'Idempotency-Key': 'once' }
    const large = await call('POST', '/contacts', { body: 'a'.repeat(262_145), headers })
    expect(large.status).toBe(413)
    const others = ['a'.repeat(262_144), '', undefined]
    for (const body of others) {
      const { json } = await call('POST', '/contacts', { body, headers })
      expect.soft(json.code).toBe('idempotency_key_reused')
    }
    expect(others).toHaveLength(3)
  })

  test('the two writes of documents accept a body of 1 MB, and no more', async () => {
    const { call } = await serveKit(host)
    const body = (size: number) => JSON.stringify({ name: 'A', content: 'B' }).padEnd(size)
    const made = await call('POST', '/knowledge/documents', { body: body(1_048_576) })
    expect(made.status).toBe(200)
    const path = `/knowledge/documents/${made.json.id}`
    expect((await call('PATCH', path, { body: body(1_048_576) })).status).toBe(200)
    expect((await call('PATCH', path, { body: body(1_048_577) })).status).toBe(413)
    expect((await call('POST', '/knowledge/documents', { body: body(1_048_577) })).status).toBe(413)
  })

  test('a document of 200,000 characters is accepted, and one of 200,001 is not', async () => {
    const { call } = await serveKit(host)
    const send = (content: string) =>
      call('POST', '/knowledge/documents', { body: { name: 'Long', content } })
    const { status, json } = await send('a'.repeat(200_000))
    expect([status, json.characters]).toEqual([200, 200_000])
    expect((await send('a'.repeat(200_001))).json.param).toBe('content')
  })
}
