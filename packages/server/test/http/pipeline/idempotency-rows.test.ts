import { limits } from '@doorkit/models'
import { type Filter, memoryStore, type WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import { idempotency } from '../../../src/collections/idempotency-key.ts'
import { removeOldRows } from '../../../src/worker/remove-old-rows.ts'
import { caller, createKit } from '../../support/kit.ts'
import { type OpenStore, overStores } from '../../support/stores.ts'

const once = { 'Idempotency-Key': 'once' }

/** A kit that records its writes to the rows of idempotency keys. */
async function setUp(openStore: OpenStore) {
  const store = openStore()
  const written: WriteOp[] = []
  const kit = await createKit({
    store: {
      ...store,
      commit(ops, options) {
        written.push(...ops.filter((op) => op.in === idempotency.plan.name))
        return store.commit(ops, options)
      },
    },
  })
  const rows = (where: Filter = []) =>
    idempotency.list(store, { index: 'idempotency_expires', where, dir: 'asc', limit: 10 })
  return { kit, call: caller(kit), written, rows }
}

test('the row of an idempotency key is inserted once, with the answer', async () => {
  const { call, written } = await setUp(memoryStore)
  const requests = [
    // The answer is stored in the commit of the effect or, for a refusal, in a commit of its own.
    { body: { email: 'ada@example.com' }, headers: { 'Idempotency-Key': 'stored' } },
    { body: { email: 'no address' }, headers: { 'Idempotency-Key': 'refused' } },
  ]
  for (const request of requests) await call('POST', '/contacts', request)
  expect(written).toMatchObject([
    { op: 'insert', row: { data: { answer: expect.any(String) } } },
    { op: 'insert', row: { data: { answer: expect.any(String) } } },
  ])
})

test('the answer of a claimed idempotency key is stored without a change to an indexed column', async () => {
  const { call, written } = await setUp(memoryStore)
  const indexed = new Set(idempotency.plan.indexes.flatMap(({ on }) => on))
  const { json } = await call('POST', '/chat/sessions', { body: {} })
  const path = `/chat/sessions/${json.id}/messages`
  await call('POST', path, { body: { text: 'Hello' }, headers: once })
  const [claim, answer] = written
  expect(written).toHaveLength(2)
  if (claim?.op !== 'insert' || answer?.op !== 'patch')
    throw new Error('The idempotency key was not claimed.')
  expect(Object.keys({ ...answer.set, ...answer.add }).filter((key) => indexed.has(key))).toEqual(
    [],
  )
})

overStores((openStore) => {
  test('an answer is replayed for 24 hours and then forgotten', async () => {
    const { kit, call, rows } = await setUp(openStore)
    const upsert = () =>
      call('POST', '/contacts', { body: { email: 'a@example.com' }, headers: once })
    await upsert()
    kit.clock.advance(limits.idempotencyReplaySeconds * 1_000 - 1)
    expect((await upsert()).headers.get('idempotent-replayed')).toBe('true')
    kit.clock.advance(1)
    expect((await upsert()).headers.get('idempotent-replayed')).toBeNull()
    const [row] = await rows()
    expect(row?.columns.expires_at).toBe(kit.clock.now() + limits.idempotencyReplaySeconds * 1_000)
  })

  test('the worker removes the row of an expired idempotency key, with or without an answer', async () => {
    const { kit, call, rows } = await setUp(openStore)
    await call('POST', '/contacts', { body: { email: 'a@example.com' }, headers: once })
    const now = kit.clock.now()
    const abandoned = {
      workspace: kit.workspace.id,
      token: 'of a server that died',
      locked_until: now + 90_000,
      expires_at: now + limits.idempotencyReplaySeconds * 1_000,
    }
    await kit.store.commit([
      idempotency.insert('abandoned', abandoned, { fingerprint: '', answer: null }),
    ])
    await removeOldRows(kit, abandoned.expires_at)
    expect(await rows()).toHaveLength(2)
    await removeOldRows(kit, abandoned.expires_at + 1)
    expect(await rows()).toEqual([])
  })
})
