import { Appearance } from '@doorkit/models'
import { expect, test } from 'vitest'
import { caller, createKit, type KitOptions, testStart } from '../support/kit.ts'
import { describeForEachStore, type OpenStore } from '../support/stores.ts'

async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const kit = await createKit({ ...options, store: openStore() })
  return { ...kit, call: caller(kit) }
}

const at = (milliseconds: number) => new Date(testStart + milliseconds).toISOString()

describeForEachStore('Resources: Appearance', (openStore) => {
  test('a new workspace has one, at revision 1', async () => {
    const { call } = await setUp(openStore)
    const { status, json } = await call('GET', '/appearance')
    expect(status).toBe(200)
    expect(Appearance.parse(json)).toEqual({
      object: 'appearance',
      revision: 1,
      title: 'Chat with us',
      subtitle: '',
      color: '#2563eb',
      position: 'right',
      theme: 'auto',
      avatar_url: null,
      updated_at: at(0),
    })
  })

  test('a change makes the next revision, and keeps what is left out', async () => {
    const { call, clock } = await setUp(openStore)
    clock.advance(1_000)
    const first = await call('PATCH', '/appearance', {
      body: { revision: 1, title: 'Ask Acme', avatar_url: 'https://acme.example/ava.png' },
    })
    expect(first.status).toBe(200)
    expect(first.json).toMatchObject({ revision: 2, title: 'Ask Acme', updated_at: at(1_000) })
    clock.advance(1_000)
    const second = await call('PATCH', '/appearance', {
      body: { revision: 2, theme: 'dark', avatar_url: null },
    })
    expect(second.json).toEqual({
      ...first.json,
      revision: 3,
      theme: 'dark',
      avatar_url: null,
      updated_at: at(2_000),
    })
    expect((await call('GET', '/appearance')).json).toEqual(second.json)
  })

  test.each([
    ['revision', {}],
    ['revision', { revision: 1.5 }],
    ['revision', { revision: '1' }],
    ['color', { revision: 1, color: 'red' }],
    ['title', { revision: 1, title: 't'.repeat(61) }],
    ['position', { revision: 1, position: 'top' }],
    ['avatar_url', { revision: 1, avatar_url: 'javascript:alert(1)' }],
    ['font', { revision: 1, font: 'Arial' }],
  ])('a wrong %s is refused by name', async (param, body) => {
    const { call } = await setUp(openStore)
    const { status, json } = await call('PATCH', '/appearance', { body })
    expect([status, json.code, json.param]).toEqual([400, 'invalid_request', param])
  })

  test('each workspace has its own', async () => {
    const { call, anotherWorkspace } = await setUp(openStore)
    const { key } = await anotherWorkspace()
    await call('PATCH', '/appearance', { body: { revision: 1, title: 'Ours' } })
    const { json } = await call('GET', '/appearance', { secret: key.secret })
    expect([json.revision, json.title]).toEqual([1, 'Chat with us'])
  })
})

describeForEachStore('Errors: conflict, a stale appearance revision', (openStore) => {
  test.each([-1, 0, 1, 3])(
    'revision %i is refused while 2 is the current one',
    async (revision) => {
      const { call } = await setUp(openStore)
      await call('PATCH', '/appearance', { body: { revision: 1, title: 'First' } })
      const { status, json } = await call('PATCH', '/appearance', {
        body: { revision, title: 'Second' },
      })
      expect([status, json.code, json.param]).toEqual([409, 'conflict', 'revision'])
      expect((await call('GET', '/appearance')).json).toMatchObject({ revision: 2, title: 'First' })
    },
  )

  test.each([1, 2])('of 20 changes to revision %i at one moment, one is made', async (revision) => {
    const { call } = await setUp(openStore)
    if (revision === 2) await call('PATCH', '/appearance', { body: { revision: 1 } })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call('PATCH', '/appearance', { body: { revision, title: `Title ${index}` } }),
      ),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await call('GET', '/appearance')).json).toEqual(made[0]?.json)
    expect(made[0]?.json.revision).toBe(revision + 1)
  })

  test('a change that is sent again under its idempotency key is made once', async () => {
    const { call } = await setUp(openStore)
    const request = {
      body: { revision: 1, title: 'Once' },
      headers: { 'Idempotency-Key': 'change-1' },
    }
    const first = await call('PATCH', '/appearance', request)
    const again = await call('PATCH', '/appearance', request)
    expect(again.status).toBe(200)
    expect(again.json).toEqual(first.json)
    expect((await call('GET', '/appearance')).json.revision).toBe(2)
  })
})

describeForEachStore('Authentication: scopes of the appearance', (openStore) => {
  test('reading needs agent:read, changing agent:write', async () => {
    const reader = await setUp(openStore, { scopes: ['agent:read'] })
    expect((await reader.call('GET', '/appearance')).status).toBe(200)
    const refused = await reader.call('PATCH', '/appearance', { body: { revision: 1 } })
    expect([refused.status, refused.json.code]).toEqual([403, 'insufficient_scope'])
    const writer = await setUp(openStore, { scopes: ['agent:write'] })
    expect((await writer.call('PATCH', '/appearance', { body: { revision: 1 } })).status).toBe(200)
  })
})
