import { KnowledgeSource } from '@doorkit/models'
import { expect, onTestFinished, test } from 'vitest'
import { caller, createKit, type KitOptions, testStart } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

async function setUp(options: KitOptions = {}) {
  const kit = await createKit({ resolve: async () => ['93.184.216.34'], ...options })
  onTestFinished(() => kit.doorkit.close())
  return { ...kit, call: caller(kit) }
}

const body = { url: 'https://acme.example/faq' }
const missing = 'src_00000000000000000000000000'

describeOverMemory('Operations: POST /knowledge/sources', (openStore) => {
  test('a new page is pending and has no content', async () => {
    const { call } = await setUp({ store: openStore() })
    const { status, json } = await call('POST', '/knowledge/sources', {
      body: { ...body, section: 'Help' },
    })
    expect(status).toBe(201)
    expect(KnowledgeSource.parse(json)).toEqual({
      id: expect.stringMatching(/^src_/),
      object: 'knowledge_source',
      url: 'https://acme.example/faq',
      section: 'Help',
      title: null,
      status: 'pending',
      error: null,
      characters: 0,
      chunks: 0,
      read_at: null,
      created_at: new Date(testStart).toISOString(),
    })
    expect((await call('GET', `/knowledge/sources/${json.id}`)).json).toEqual(json)
  })

  test('the section of a page is null if the request leaves it out or sets it to null', async () => {
    const { call } = await setUp({ store: openStore() })
    expect((await call('POST', '/knowledge/sources', { body })).json.section).toBeNull()
    const none = await call('POST', '/knowledge/sources', { body: { ...body, section: null } })
    expect(none.json.section).toBeNull()
  })

  test('a retry under the same idempotency key adds no second page', async () => {
    const { call } = await setUp({ store: openStore() })
    const options = { body, headers: { 'Idempotency-Key': 'one' } }
    const first = await call('POST', '/knowledge/sources', options)
    const second = await call('POST', '/knowledge/sources', options)
    expect(second.json).toEqual(first.json)
    expect((await call('GET', '/knowledge/sources')).json.data).toHaveLength(1)
  })

  test.each([
    ['url', {}],
    ['url', { url: '' }],
    ['url', { url: 'acme.example/faq' }],
    ['url', { url: 5 }],
    ['url', { url: `https://acme.example/${'a'.repeat(2_048)}` }],
    ['section', { ...body, section: '' }],
    ['section', { ...body, section: 's'.repeat(201) }],
    ['title', { ...body, title: 'FAQ' }],
  ])('a wrong %s is refused: %j', async (param, wrong) => {
    const { call } = await setUp({ store: openStore() })
    const { status, json } = await call('POST', '/knowledge/sources', { body: wrong })
    expect({ status, code: json.code, param: json.param }).toEqual({
      status: 400,
      code: 'invalid_request',
      param,
    })
  })
})

describeOverMemory('the address of a page', (openStore) => {
  test.each([
    'http://acme.example',
    'https://acme.example:8443/a?b=c#d',
    'https://ACME.example/',
    'https://münchen.example/',
    'http://93.184.216.34/',
    'http://[2606:2800:220:1:248:1893:25c8:1946]/',
  ])('%s is accepted', async (url) => {
    const { call } = await setUp({ store: openStore() })
    const { status, json } = await call('POST', '/knowledge/sources', { body: { url } })
    expect(status).toBe(201)
    expect(json.url).toBe(url)
  })

  test.each([
    'ftp://acme.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://ada:secret@acme.example/',
    'http://localhost/',
    'http://localhost:3000/',
    'http://router/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://127.0.0.1./',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[fd00::1]/',
    'http://[::ffff:192.168.1.1]/',
    'http://[64:ff9b::10.0.0.1]/',
  ])('%s is refused', async (url) => {
    const { call } = await setUp({ store: openStore() })
    const { status, json } = await call('POST', '/knowledge/sources', { body: { url } })
    expect({ status, code: json.code, param: json.param }).toEqual({
      status: 400,
      code: 'invalid_request',
      param: 'url',
    })
  })

  test('a host name that resolves to a private address is refused, even if it also has public ones', async () => {
    const { call } = await setUp({
      store: openStore(),
      resolve: async () => ['93.184.216.34', '10.0.0.1'],
    })
    const { status, json } = await call('POST', '/knowledge/sources', { body })
    expect({ status, param: json.param }).toEqual({ status: 400, param: 'url' })
  })

  test('a page whose host name does not resolve is accepted, and fails when it is read', async () => {
    const { call, doorkit } = await setUp({
      store: openStore(),
      resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    })
    const { status, json } = await call('POST', '/knowledge/sources', { body })
    expect(status).toBe(201)
    expect(await doorkit.worker.tick()).toMatchObject({ read: 1 })
    expect((await call('GET', `/knowledge/sources/${json.id}`)).json).toMatchObject({
      status: 'failed',
      error: 'Host name not found',
    })
  })

  // docs/api.md#knowledge-page
  test('a page whose host name has become private is not requested', async () => {
    const addresses = [['93.184.216.34']]
    const { call, doorkit } = await setUp({
      store: openStore(),
      resolve: async () => addresses.pop() ?? ['127.0.0.1'],
    })
    const { json } = await call('POST', '/knowledge/sources', { body })
    await doorkit.worker.tick()
    expect((await call('GET', `/knowledge/sources/${json.id}`)).json).toMatchObject({
      status: 'failed',
      error: 'Host name has a private address',
    })
  })

  test('if private pages are allowed, any http or https address without a username is accepted', async () => {
    const { call } = await setUp({ store: openStore(), allowPrivatePages: true })
    const create = async (url: string) =>
      (await call('POST', '/knowledge/sources', { body: { url } })).status
    expect(await create('http://127.0.0.1:3000/')).toBe(201)
    expect(await create('http://localhost/')).toBe(201)
    expect(await create('ftp://localhost/')).toBe(400)
    expect(await create('http://ada@localhost/')).toBe(400)
  })
})

describeOverMemory('Operations: GET /knowledge/sources', (openStore) => {
  test('lists knowledge sources newest first, in pages', async () => {
    const { call, clock } = await setUp({ store: openStore() })
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      ids.unshift((await call('POST', '/knowledge/sources', { body })).json.id)
      // Two of them are made in the same millisecond.
      if (index !== 2) clock.advance(1)
    }
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&starting_after=${encodeURIComponent(cursor)}`
      const { json } = await call('GET', `/knowledge/sources?limit=2${query}`)
      expect(json.data.length).toBeLessThanOrEqual(2)
      found.push(...json.data.map((source: KnowledgeSource) => source.id))
      cursor = json.next_cursor
    }
    expect(found).toEqual(ids)
  })

  test('shows nothing of another workspace', async () => {
    const { call, anotherWorkspace } = await setUp({ store: openStore() })
    const { json: source } = await call('POST', '/knowledge/sources', { body })
    const { key } = await anotherWorkspace()
    const options = { secret: key.secret }
    const path = `/knowledge/sources/${source.id}`
    expect((await call('GET', '/knowledge/sources', options)).json.data).toEqual([])
    expect((await call('GET', path, options)).json.code).toBe('not_found')
    expect((await call('DELETE', path, options)).json.code).toBe('not_found')
    expect((await call('POST', `${path}/refresh`, options)).json.code).toBe('not_found')
    expect((await call('GET', path)).json).toEqual(source)
  })
})

describeOverMemory('Operations: a page by its id', (openStore) => {
  test.each([
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/refresh'],
  ])('%s of a missing page is refused with 404', async (method, suffix) => {
    const { call } = await setUp({ store: openStore() })
    for (const id of [missing, 'doc_00000000000000000000000000', 'src_']) {
      const { status, json } = await call(method, `/knowledge/sources/${id}${suffix}`)
      expect({ status, code: json.code }).toEqual({ status: 404, code: 'not_found' })
    }
  })

  test('a deleted page is not found, and is not read', async () => {
    const { call, doorkit } = await setUp({ store: openStore() })
    const { json: source } = await call('POST', '/knowledge/sources', { body })
    const { status, json } = await call('DELETE', `/knowledge/sources/${source.id}`)
    expect(status).toBe(200)
    expect(json).toEqual({ id: source.id, object: 'knowledge_source', deleted: true })
    expect((await call('GET', `/knowledge/sources/${source.id}`)).status).toBe(404)
    expect((await call('DELETE', `/knowledge/sources/${source.id}`)).status).toBe(404)
    expect((await call('GET', '/knowledge/sources')).json.data).toEqual([])
    expect(await doorkit.worker.tick()).toMatchObject({ read: 0 })
  })
})

describeOverMemory('Authentication: the scopes of knowledge', (openStore) => {
  const calls = [
    ['GET', '/knowledge/sources', 'knowledge:read'],
    ['GET', `/knowledge/sources/${missing}`, 'knowledge:read'],
    ['POST', '/knowledge/sources', 'knowledge:write'],
    ['DELETE', `/knowledge/sources/${missing}`, 'knowledge:write'],
    ['POST', `/knowledge/sources/${missing}/refresh`, 'knowledge:write'],
  ] as const

  test.each(calls)('%s %s needs %s', async (method, path, scope) => {
    const without = await setUp({ store: openStore(), scopes: ['agent:write'] })
    const refused = await without.call(method, path)
    expect(refused.json.code).toBe('insufficient_scope')
    expect(refused.json.detail).toContain(scope)
    const reader = await setUp({ store: openStore(), scopes: ['knowledge:read'] })
    const { status } = await reader.call(method, path)
    expect(status === 403).toBe(scope === 'knowledge:write')
  })
})

describeOverMemory('Limits: heavy requests', (openStore) => {
  test('a refresh counts as a heavy request, and the creation of a page does not', async () => {
    const { call } = await setUp({ store: openStore() })
    const { json, response } = await call('POST', '/knowledge/sources', { body })
    expect(response.headers.get('ratelimit-limit')).toBe('1200')
    const refresh = await call('POST', `/knowledge/sources/${json.id}/refresh`)
    expect(refresh.response.headers.get('ratelimit-limit')).toBe('60')
    expect(refresh.response.headers.get('ratelimit-remaining')).toBe('59')
  })
})
