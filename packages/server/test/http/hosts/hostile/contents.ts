import { expect, test } from 'vitest'
import type { Host } from '../../../support/host.ts'
import { setHostileScene } from './hostile-scene.ts'

const ada = '"email":"ada@example.com"'

/** Bodies and queries with malicious contents. */
export function hostileContents(host: Host): void {
  test('names that could change a prototype are refused, and change none', async () => {
    const { call, servesOn } = await setHostileScene(host)
    const refused = [
      ['/contacts', `{${ada},"__proto__":{"polluted":1}}`, '__proto__'],
      ['/contacts', `{${ada},"\\u005f_proto__":{"polluted":1}}`, '__proto__'],
      ['/contacts', `{${ada},"constructor":{"prototype":{"polluted":1}}}`, 'constructor'],
      ['/contacts', `{${ada},"prototype":1}`, 'prototype'],
      ['/contacts', `{${ada},"attributes":{"__proto__":1}}`, 'attributes.__proto__'],
      ['/contacts', `{${ada},"attributes":{"__proto__":{"a":1}}}`, 'attributes.__proto__'],
      ['/contacts', `{${ada},"attributes":{"a":{"__proto__":1}}}`, 'attributes.a.__proto__'],
      ['/contacts', '{"__proto__":{"email":"ada@example.com"}}', '__proto__'],
      ['/chat/sessions', '{"visitor":{"__proto__":{"email":"a@b.co"}}}', 'visitor.__proto__'],
      ['/chat/sessions', '{"context":{"__proto__":"x"}}', 'context.__proto__'],
      ['/contacts?__proto__=1', `{${ada}}`, '__proto__'],
      [
        '/contacts?constructor[prototype][polluted]=1',
        `{${ada}}`,
        'constructor[prototype][polluted]',
      ],
    ] as const
    for (const [path, body, param] of refused) {
      const { status, json } = await call('POST', path, { body })
      expect.soft([status, json.param], body).toEqual([400, param])
    }
    expect(refused).toHaveLength(12)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect((await call('GET', '/contacts')).json.data).toEqual([])
    await servesOn()
  })

  test('very deep nesting is refused', async () => {
    const { call, servesOn } = await setHostileScene(host)
    const depth = 20_000
    const nested = (open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`
    const bodies = [
      nested('[', ']'),
      '['.repeat(depth),
      nested('{"a":', '}'),
      `{${ada},"attributes":{"a":${nested('[', ']')}}}`,
      `{${ada},"attributes":{"a":${nested('[', ']')},"b":"\\u0041"}}`,
      `{${ada},"x\\u0041":${nested('{"a":', '}')}}`,
    ]
    for (const body of bodies) {
      const { status, json } = await call('POST', '/contacts', { body })
      const expected = body.length > host.bodyBytes ? 413 : 400
      expect.soft([status, json?.code], body.slice(0, 40)).toEqual([expected, 'invalid_request'])
    }
    expect(bodies).toHaveLength(6)
    await servesOn()
  })

  test('text that not every store can keep is refused, and the error names its field', async () => {
    const { call, servesOn } = await setHostileScene(host)
    const cases = [
      ['/contacts', `{${ada},"company":"a\\u0000b"}`, 'company'],
      ['/contacts', `{${ada},"external_id":"\\ud800"}`, 'external_id'],
      ['/contacts', `{${ada},"name":"\\udc00\\ud800"}`, 'name'],
      ['/contacts', `{${ada},"attributes":{"a":"\\ud83d"}}`, 'attributes.a'],
      ['/knowledge/documents', '{"name":"a","content":"\\u0000"}', 'content'],
      ['/chat/sessions', '{"context":{"a\\u0000":"b"}}', 'context.a\0'],
      ['/chat/sessions', '{"page_url":"\\ud800"}', 'page_url'],
    ] as const
    for (const [path, body, param] of cases) {
      const { status, json } = await call('POST', path, { body })
      expect.soft([status, json.param], body).toEqual([400, param])
    }
    expect(cases).toHaveLength(7)
    expect((await call('GET', '/contacts/ct_%00')).status).toBe(404)
    expect((await call('GET', '/contacts?email=a%00@example.com')).status).toBe(400)
    await servesOn()
  })

  test('control characters, emoji, markup and quotes are returned unchanged', async () => {
    const { call } = await setHostileScene(host)
    const company = '\u0001\u001f\u007f\u0085\u2028\u2029\ufeff\ufffe💩Ā‮<script>"\\\''
    const body = { email: 'ada@example.com', company }
    expect((await call('POST', '/contacts', { body })).json.company).toBe(company)
    expect((await call('GET', '/contacts')).json.data[0].company).toBe(company)
  })

  test('a very long name of a field is refused in a short answer', async () => {
    const { call } = await setHostileScene(host)
    const body = { email: 'ada@example.com', ['x'.repeat(90_000)]: 1 }
    const { status, text } = await call('POST', '/contacts', { body })
    expect(status).toBe(400)
    expect(text.length).toBeLessThan(2_000)
  })

  test('repeated or empty member names, large numbers and unusual zeros do no harm', async () => {
    const { call, servesOn } = await setHostileScene(host)
    const bodies = [
      [`{${ada},${ada}}`, 200],
      [`{"email":"x","email":"ada@example.com"}`, 200],
      [`{${ada},"attributes":{"n":-0,"m":1e-999,"l":9007199254740993}}`, 200],
      [`{${ada},"attributes":{"a":true,"a":false}}`, 200],
      [`{${ada},"attributes":{"":1}}`, 400],
    ] as const
    for (const [body, expected] of bodies) {
      expect.soft((await call('POST', '/contacts', { body })).status, body).toBe(expected)
    }
    expect(bodies).toHaveLength(5)
    await servesOn()
  })
}
