import { expect, test } from 'vitest'
import { caller, createKit } from '../support/kit.ts'
import { forEachStore } from '../support/stores.ts'

forEachStore((openStore) => {
  test('the log holds what was called, by which key, and how it ended', async () => {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    const created = await call('POST', '/contacts', { body: { email: 'ada@example.com' } })
    await call('GET', '/contacts/ct_unknown')
    await call('GET', '/nowhere')
    const log = await kit.doorkit.requests.list({ workspace: kit.workspace.id })
    expect(log.map(({ method, path, status }) => ({ method, path, status }))).toEqual([
      { method: 'GET', path: null, status: 404 },
      { method: 'GET', path: '/contacts/{id}', status: 404 },
      { method: 'POST', path: '/contacts', status: 200 },
    ])
    expect(log[2]).toMatchObject({
      id: created.response.headers.get('x-request-id'),
      key: kit.key.id,
      at: kit.clock.now(),
    })
  })

  test('the log holds the last 50 calls', async () => {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    for (let calls = 0; calls < 70; calls++) {
      kit.clock.advance(300)
      await call('GET', '/me')
    }
    const log = await kit.doorkit.requests.list({ workspace: kit.workspace.id })
    expect(log).toHaveLength(50)
    expect(log[0]?.at).toBe(kit.clock.now())
  })

  test('of many calls in a moment the last 50 are written, at once', async () => {
    const store = openStore()
    const written: number[] = []
    const kit = await createKit({
      store: {
        ...store,
        async commit(ops, options) {
          if (ops.some((op) => op.in === 'requests')) written.push(ops.length)
          return store.commit(ops, options)
        },
      },
    })
    const call = caller(kit)
    const ids: (string | null)[] = []
    for (let calls = 0; calls < 70; calls++) {
      ids.unshift((await call('GET', '/me')).headers.get('x-request-id'))
    }
    const log = await kit.doorkit.requests.list({ workspace: kit.workspace.id })
    expect(written).toEqual([50])
    expect(log.map(({ id }) => id)).toEqual(ids.slice(0, 50))
  })

  test('the log forgets calls after 30 days', async () => {
    const kit = await createKit({ store: openStore() })
    await caller(kit)('GET', '/me')
    kit.clock.advance(30 * 86_400_000 + 1)
    expect(await kit.doorkit.requests.list({ workspace: kit.workspace.id })).toEqual([])
  })

  test('calls with a key that nobody has are in no log', async () => {
    const kit = await createKit({ store: openStore() })
    await caller(kit)('GET', '/me', { secret: 'dk_live_unknown' })
    expect(await kit.doorkit.requests.list({ workspace: kit.workspace.id })).toEqual([])
  })
})
