import { DatabaseSync } from 'node:sqlite'
import { memoryStore, type Store, StoreError } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDoorkit } from '../../../src/index.ts'
import { agentOf, textChunks } from '../../support/agents.ts'
import { until } from '../../support/faulty-store.ts'
import { caller, createKit } from '../../support/kit.ts'

const unavailable = {
  status: 503,
  json: { code: 'internal_error', status: 503 },
}
const contact = (number: number) => ({
  body: { email: `c${number}@example.com`, attributes: { note: 'x'.repeat(400) } },
  headers: { 'Idempotency-Key': `key-${number}` },
})

test('with a full database, writes are refused with 503, no acknowledged write is lost, and no restart is needed', async () => {
  const db = new DatabaseSync(':memory:')
  const kit = await createKit({ store: sqliteStore({ db }) })
  onTestFinished(async () => {
    await kit.doorkit.close()
    db.close()
  })
  const call = caller(kit)
  await call('GET', '/me')
  const { page_count: pages } = db.prepare('pragma page_count').get() as { page_count: number }
  db.exec(`pragma max_page_count = ${pages + 10}`)

  let written = 0
  let refused = await call('POST', '/contacts', contact(written))
  while (refused.status === 200 && written < 500) {
    written += 1
    kit.clock.advance(1_000)
    refused = await call('POST', '/contacts', contact(written))
  }
  expect(refused).toMatchObject(unavailable)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await expect(kit.doorkit.ping()).rejects.toMatchObject({ code: 'unavailable' })
  expect([200, 503]).toContain((await call('GET', '/contacts')).status)

  db.exec('pragma max_page_count = 1073741823')
  await kit.doorkit.ping()
  expect(await call('POST', '/contacts', contact(written))).toMatchObject({ status: 200 })
  for (let number = 0; number <= written; number += 1) {
    kit.clock.advance(1_000)
    const found = await call('GET', `/contacts?email=c${number}@example.com`)
    expect(found.json.data).toHaveLength(1)
  }
})

/** A store that is unreachable for calls that the test chooses. */
function breakableStore(inner: Store) {
  let isUnreachable = (_call: string) => false
  const failIfUnreachable = (call: string) => {
    if (isUnreachable(call)) throw new StoreError('unavailable', 'Unreachable.')
  }
  const store: Store = {
    ...inner,
    async get(refs) {
      failIfUnreachable('get')
      return inner.get(refs)
    },
    async list(query) {
      failIfUnreachable('list')
      return inner.list(query)
    },
    async commit(ops, options) {
      failIfUnreachable(ops.some((op) => op.in === 'contacts') ? 'contact' : (ops[0]?.op ?? ''))
      return inner.commit(ops, options)
    },
  }
  return {
    store,
    cutOff(chosen: (call: string) => boolean) {
      isUnreachable = chosen
    },
  }
}

describe('while the database is unreachable', () => {
  test('a read is refused with 503 and Retry-After, and served when the database is back', async () => {
    const { store, cutOff } = breakableStore(memoryStore())
    const call = caller(await createKit({ store }))
    cutOff(() => true)
    const refused = await call('GET', '/contacts')
    expect(refused).toMatchObject(unavailable)
    expect(refused.headers.get('retry-after')).toBe('3')
    cutOff(() => false)
    expect(await call('GET', '/contacts')).toMatchObject({ status: 200 })
  })

  test('a write is refused with 503 even if its idempotency key cannot be released, and the key is released when the database is back', async () => {
    const { store, cutOff } = breakableStore(memoryStore())
    const agent = agentOf(async function* ({ tools }) {
      await tools.save_lead.execute({ email: 'ada@example.com' })
      yield* textChunks('Hello.')
    })
    const kit = await createKit({ store, agent })
    const call = caller(kit)
    const { id } = (await call('POST', '/chat/sessions', { body: {} })).json
    const headers = { 'Idempotency-Key': 'once' }
    const say = () =>
      call('POST', `/chat/sessions/${id}/messages`, { body: { text: 'Hi' }, headers })
    cutOff((name) => name === 'contact' || name === 'remove')
    expect(await say()).toMatchObject(unavailable)
    cutOff(() => false)
    expect(await say()).toMatchObject({ status: 409 })
    kit.clock.advance(1_000)
    await until(async () => (await say()).status !== 409)
    expect(await say()).toMatchObject({ status: 200 })
  })

  test('a write whose commit may have happened is refused with 503, and its retry does not repeat the commit', async () => {
    const store = memoryStore()
    let commits = 0
    const kit = await createKit({
      store: {
        ...store,
        async commit(ops, options) {
          const result = await store.commit(ops, options)
          if (!ops.some((op) => op.in === 'contacts')) return result
          commits += 1
          if (commits === 1) throw new StoreError('unknown_outcome', 'Cut off.')
          return result
        },
      },
    })
    const call = caller(kit)
    const refused = await call('POST', '/contacts', contact(1))
    expect(refused).toMatchObject(unavailable)
    expect(refused.headers.get('retry-after')).toBe('3')
    expect(await call('POST', '/contacts', contact(1))).toMatchObject({ status: 200 })
    expect(commits).toBe(1)
  })

  test('the first request to a new server is also refused with 503 and Retry-After', async () => {
    const { store, cutOff } = breakableStore(memoryStore())
    const kit = await createKit()
    cutOff(() => true)
    const call = caller({ doorkit: createDoorkit({ store }), key: kit.key })
    const refused = await call('GET', '/contacts')
    expect(refused).toMatchObject(unavailable)
    expect(refused.headers.get('retry-after')).toBe('3')
  })
})
