import { ChatButton } from '@doorkit/models'
import { expect, test } from 'vitest'
import { caller, createKit, type KitOptions } from '../support/kit.ts'
import { describeForEachStore, type OpenStore } from '../support/stores.ts'

async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const kit = await createKit({ ...options, store: openStore() })
  const call = caller(kit)
  const create = (body: object) => call('POST', '/chat_buttons', { body })
  return { ...kit, call, create }
}

const prices = { label: 'Prices', message: 'What does it cost?' }

describeForEachStore('Resources: Chat button', (openStore) => {
  test('a button is made of a label and a message, with defaults for the rest', async () => {
    const { create, call } = await setUp(openStore)
    const { status, json } = await create(prices)
    expect(status).toBe(201)
    expect(ChatButton.parse(json)).toEqual({
      id: expect.stringMatching(/^btn_/),
      object: 'chat_button',
      ...prices,
      behavior: 'send',
      style: 'brand',
      size: 'sm',
      corners: 'match',
      width: 'auto',
      colors: { background: null, text: null, border: null, hover: null },
      custom: { paddingX: 16, paddingY: 10, fontSize: 14, radius: 8 },
      nofollow: false,
      link: '',
      html: '',
    })
    expect((await call('GET', `/chat_buttons/${json.id}`)).json).toEqual(json)
  })

  test('a change keeps what is left out; colors and custom are merged', async () => {
    const { create, call } = await setUp(openStore)
    const { json: button } = await create({
      ...prices,
      style: 'custom',
      colors: { background: '#111111', text: '#222222' },
      custom: { radius: 4 },
    })
    const { status, json } = await call('PATCH', `/chat_buttons/${button.id}`, {
      body: { size: 'lg', colors: { text: null, hover: '#333333' }, custom: { paddingX: 1.5 } },
    })
    expect(status).toBe(200)
    expect(json).toEqual({
      ...button,
      size: 'lg',
      colors: { background: '#111111', text: null, border: null, hover: '#333333' },
      custom: { ...button.custom, radius: 4, paddingX: 1.5 },
    })
    expect((await call('GET', `/chat_buttons/${button.id}`)).json).toEqual(json)
  })

  test.each([
    ['message', { label: 'Prices' }],
    ['message', { label: 'Prices', behavior: 'send', message: '' }],
    ['message', { label: 'Prices', message: '  ' }],
    ['link', { label: 'Help', behavior: 'link' }],
    ['link', { label: 'Help', behavior: 'link', message: 'Help', html: '<b>Help</b>' }],
    ['html', { label: 'Help', behavior: 'html', message: 'Help' }],
    ['label', { message: 'Help' }],
    ['label', { label: 'l'.repeat(61), message: 'Help' }],
    ['behavior', { ...prices, behavior: 'jump' }],
    ['style', { ...prices, style: 'loud' }],
    ['link', { ...prices, link: 'javascript:alert(1)' }],
    ['link', { ...prices, link: '/help' }],
    ['link', { label: 'Help', behavior: 'link', link: '' }],
    ['colors.text', { ...prices, colors: { text: 'red' } }],
    ['colors.shadow', { ...prices, colors: { shadow: '#000000' } }],
    ['custom.radius', { ...prices, custom: { radius: -1 } }],
    ['icon', { ...prices, icon: 'star' }],
  ])('a wrong or missing %s is refused by name', async (param, body) => {
    const { create, call } = await setUp(openStore)
    const { status, json } = await create(body)
    expect([status, json.code, json.param]).toEqual([400, 'invalid_request', param])
    expect((await call('GET', '/chat_buttons')).json.data).toEqual([])
  })

  test('what a behavior needs is judged on the whole of a changed button', async () => {
    const { create, call } = await setUp(openStore)
    const { json: button } = await create(prices)
    const path = `/chat_buttons/${button.id}`
    const change = (body: object) => call('PATCH', path, { body })
    expect((await change({ behavior: 'link' })).json.param).toBe('link')
    expect((await change({ behavior: 'html' })).json.param).toBe('html')
    expect((await change({ message: '' })).json.param).toBe('message')
    expect((await call('GET', path)).json).toEqual(button)

    const link = 'https://acme.example/help'
    expect((await change({ behavior: 'link', link })).json).toMatchObject({ link, ...prices })
    expect((await change({ message: '' })).status).toBe(200)
    expect((await change({ behavior: 'send' })).json.param).toBe('message')
  })

  test('a button that was read can be sent back as it is', async () => {
    const { create, call } = await setUp(openStore)
    const { json } = await create(prices)
    const { id, object, ...body } = json
    const { status, json: again } = await call('PATCH', `/chat_buttons/${id}`, { body })
    expect([status, object, again]).toEqual([200, 'chat_button', json])
  })

  test('a deleted button is gone', async () => {
    const { create, call } = await setUp(openStore)
    const { json: button } = await create(prices)
    const path = `/chat_buttons/${button.id}`
    const deleted = await call('DELETE', path)
    expect(deleted.status).toBe(200)
    expect(deleted.json).toEqual({ id: button.id, object: 'chat_button', deleted: true })
    for (const method of ['GET', 'DELETE']) {
      const { status, json } = await call(method, path)
      expect([status, json.code]).toEqual([404, 'not_found'])
    }
    expect((await call('PATCH', path, { body: { label: 'Help' } })).status).toBe(404)
  })

  test('a button of another workspace is not found', async () => {
    const { create, call, anotherWorkspace } = await setUp(openStore)
    const { json: button } = await create(prices)
    const { key } = await anotherWorkspace()
    const secret = key.secret
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { body: { label: 'Mine' } } : {}
      const { status } = await call(method, `/chat_buttons/${button.id}`, { secret, ...body })
      expect(status).toBe(404)
    }
    expect((await call('GET', '/chat_buttons', { secret })).json.data).toEqual([])
    expect((await call('GET', `/chat_buttons/${button.id}`)).json).toEqual(button)
  })
})

describeForEachStore('Pagination and filters for lists: GET /chat_buttons', (openStore) => {
  test('returns all items in one page, newest first', async () => {
    const { create, call, clock } = await setUp(openStore)
    const ids: string[] = []
    for (let count = 0; count < 20; count++) {
      ids.unshift((await create(prices)).json.id)
      if (count % 3 === 0) clock.advance(1)
    }
    const { status, json } = await call('GET', '/chat_buttons')
    expect(status).toBe(200)
    expect(json).toMatchObject({ object: 'list', has_more: false, next_cursor: null })
    expect(json.data.map(({ id }: ChatButton) => id)).toEqual(ids)
  })

  test('takes no parameters', async () => {
    const { call } = await setUp(openStore)
    const { status, json } = await call('GET', '/chat_buttons?limit=5')
    expect([status, json.param]).toEqual([400, 'limit'])
  })
})

describeForEachStore('Errors: conflict, the maximum number of chat buttons', (openStore) => {
  test('of 30 created at one moment, 20 are made; one deleted makes room for one', async () => {
    const { create, call } = await setUp(openStore)
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(prices)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(10)
    expect(new Set(refused.map(({ json }) => json.code))).toEqual(new Set(['conflict']))
    const { data } = (await call('GET', '/chat_buttons')).json
    expect(data).toHaveLength(20)

    const gone = `/chat_buttons/${data[0].id}`
    const deletions = await Promise.all([call('DELETE', gone), call('DELETE', gone)])
    expect(deletions.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await create(prices)).status).toBe(201)
    expect((await create(prices)).status).toBe(409)
  })

  test('the workspace says how many there may be', async () => {
    const { call } = await setUp(openStore)
    expect((await call('GET', '/workspace')).json.limits.chat_buttons).toBe(20)
  })
})

describeForEachStore('Authentication: scopes of the chat buttons', (openStore) => {
  test('reading needs agent:read, changing agent:write', async () => {
    const reader = await setUp(openStore, { scopes: ['agent:read'] })
    expect((await reader.call('GET', '/chat_buttons')).status).toBe(200)
    expect((await reader.create(prices)).status).toBe(403)
    for (const method of ['PATCH', 'DELETE']) {
      expect((await reader.call(method, '/chat_buttons/btn_1')).status).toBe(403)
    }
    const writer = await setUp(openStore, { scopes: ['agent:write'] })
    expect((await writer.create(prices)).status).toBe(201)
    expect((await writer.call('GET', '/chat_buttons')).json.data).toHaveLength(1)
  })
})
