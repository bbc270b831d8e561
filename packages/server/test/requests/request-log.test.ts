import type { ColumnValues, Store, WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import { requests } from '../../src/collections/logged-request.ts'
import { createDoorkit, type Doorkit } from '../../src/index.ts'
import { declaredStore } from '../support/declared-store.ts'
import { interposedStore } from '../support/interposed-store.ts'
import { caller, createKit } from '../support/kit.ts'
import { overMemory } from '../support/stores.ts'

/** A store, and the writes that were committed through it. */
function recordWrites(inner: Store): { store: Store; written: WriteOp[] } {
  const written: WriteOp[] = []
  return {
    written,
    store: {
      ...inner,
      commit(ops, options) {
        written.push(...ops)
        return inner.commit(ops, options)
      },
    },
  }
}

overMemory((openStore) => {
  test('the log has the path, the API key and the status of each request', async () => {
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

  test('the log has the last 50 requests', async () => {
    const kit = await createKit({ store: openStore() })
    const call = caller(kit)
    for (let calls = 0; calls < 70; calls++) {
      kit.clock.advance(300)
      await call('GET', '/me')
    }
    const log = await kit.doorkit.requests.list({ workspace: kit.workspace.id })
    expect(log).toHaveLength(50)
    expect(log[0]?.at).toBe(kit.clock.now())
    expect(log.at(-1)?.at).toBe(kit.clock.now() - 49 * 300)
  })

  test('of many requests at the same moment, the last 50 are written in one commit', async () => {
    const store = openStore()
    const written: number[] = []
    const kit = await createKit({
      store: {
        ...store,
        async commit(ops, options) {
          const slots = ops.filter((op) => op.in === 'requests').length
          if (slots > 0) written.push(slots)
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

  // docs/api.md#request-log
  test('the request log forgets requests after 30 days', async () => {
    const kit = await createKit({ store: openStore() })
    await caller(kit)('GET', '/me')
    kit.clock.advance(30 * 86_400_000 + 1)
    expect(await kit.doorkit.requests.list({ workspace: kit.workspace.id })).toEqual([])
  })

  test('a request is written over the oldest one, and no row is removed', async () => {
    const { store, written } = recordWrites(openStore())
    const kit = await createKit({ store })
    const call = caller(kit)
    const list = () => kit.doorkit.requests.list({ workspace: kit.workspace.id })
    for (let calls = 0; calls < 50; calls++) await call('GET', '/me')
    await list()
    written.length = 0
    for (let calls = 0; calls < 20; calls++) {
      kit.clock.advance(10)
      await call('GET', '/contacts')
    }
    const log = await list()
    expect(log.map(({ path }) => path)).toEqual([
      ...Array.from({ length: 20 }, () => '/contacts'),
      ...Array.from({ length: 30 }, () => '/me'),
    ])
    expect(new Set(log.map(({ id }) => id)).size).toBe(50)
    const ops = written.filter((op) => op.in === 'requests')
    expect(ops.map(({ op }) => op)).toEqual(Array.from({ length: 20 }, () => 'patch'))
    const rows = await requests.list(store, {
      index: 'requests_age',
      where: [],
      dir: 'asc',
      limit: 99,
    })
    expect(rows).toHaveLength(50)
  })

  test('on one day, a request that overwrites another changes no indexed value', async () => {
    const { store, written } = recordWrites(openStore())
    const kit = await createKit({ store })
    for (let lap = 0; lap < 2; lap++) {
      for (let calls = 0; calls < 50; calls++) await caller(kit)('GET', '/me')
      await kit.doorkit.requests.list({ workspace: kit.workspace.id })
      kit.clock.advance(60_000)
    }
    const indexed = new Set(requests.plan.indexes.flatMap(({ on }) => on))
    const indexedValues = (columns: ColumnValues) =>
      JSON.stringify(
        Object.entries(columns).filter(([column]) => indexed.has(column) && column !== 'workspace'),
      )
    const ops = written.filter((op) => op.in === 'requests')
    const inserted = ops.flatMap((op) =>
      op.op === 'insert' ? [indexedValues(op.row.columns)] : [],
    )
    const patched = ops.flatMap((op) => (op.op === 'patch' ? [indexedValues(op.set ?? {})] : []))
    expect(patched).toHaveLength(50)
    expect(patched).toEqual(inserted)
  })

  test('the requests of many workspaces are written in one commit', async () => {
    const commits: number[] = []
    const inner = openStore()
    const kit = await createKit({
      store: {
        ...inner,
        commit(ops, options) {
          const rings = new Set(
            ops.flatMap((op) =>
              op.in === 'requests' && op.op === 'insert' ? [op.row.columns.workspace] : [],
            ),
          )
          if (rings.size > 0) commits.push(rings.size)
          return inner.commit(ops, options)
        },
      },
    })
    await caller(kit)('GET', '/me')
    for (let others = 0; others < 3; others++)
      await (await kit.anotherWorkspace()).call('GET', '/me')
    await kit.doorkit.requests.list({ workspace: kit.workspace.id })
    expect(commits).toEqual([4])
  })

  test('a log ring that two servers write at the same time has the newest requests of both', async () => {
    const between = interposedStore(openStore())
    const kit = await createKit({ store: between.store })
    const other = createDoorkit({ store: declaredStore(between.store), clock: kit.clock })
    const list = (doorkit: Doorkit) => doorkit.requests.list({ workspace: kit.workspace.id })
    const ids: (string | null)[] = []
    const callBoth = async () => {
      for (const doorkit of [kit.doorkit, other]) {
        for (let calls = 0; calls < 15; calls++) {
          kit.clock.advance(1)
          const { headers } = await caller({ doorkit, key: kit.key })('GET', '/me')
          ids.unshift(headers.get('x-request-id'))
        }
      }
    }
    for (let round = 0; round < 3; round++) {
      await callBoth()
      // Both servers have read where the ring ends when the first of them writes.
      between.beforeCommit(
        (op) => op.in === 'requests',
        () => list(other),
      )
      await list(kit.doorkit)
    }
    const log = await list(kit.doorkit)
    expect(new Set(log.map(({ id }) => id)).size).toBe(50)
    // The newest 30 are on top. Of the 30 before them, the 10 that were written first are overwritten.
    expect(log.slice(0, 30).map(({ id }) => id)).toEqual(ids.slice(0, 30))
    expect(ids).toEqual(expect.arrayContaining(log.map(({ id }) => id)))
  })

  test('a request with an unknown API key is not in the log of the workspace', async () => {
    const kit = await createKit({ store: openStore() })
    await caller(kit)('GET', '/me', { secret: 'dk_live_unknown' })
    expect(await kit.doorkit.requests.list({ workspace: kit.workspace.id })).toEqual([])
  })
})
