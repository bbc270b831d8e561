import type { Store } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { contacts } from '../../src/collections/contact.ts'
import { commitChange } from '../../src/commit/commit-change.ts'
import { createKeyedMutex } from '../../src/services/keyed-mutex.ts'
import { caller, createKit } from '../support/kit.ts'
import { type OpenStore, overStores } from '../support/stores.ts'

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  const { json } = await caller(kit)('POST', '/contacts', {
    body: { email: 'ada@example.com' },
  })
  const workspace = kit.workspace.id
  const { store, clock } = kit
  const services = { clock, writeMutex: createKeyedMutex(), checkClock: () => {} }
  const touch = (over: Store) =>
    commitChange({ ...services, store: over }, workspace, async (at) => {
      const row = await contacts.get(store, workspace, json.id)
      return {
        ops: [contacts.patch(workspace, json.id, { set: { updated_at: at } }, { ifRev: row?.rev })],
        reply: at,
      }
    })
  return { ...kit, id: json.id as string, scope: workspace, touch }
}

overStores((openStore) => {
  describe('a change that loses races', () => {
    test('commits in spite of constant readers', async () => {
      const { store, clock, scope, touch } = await setUp(openStore)
      let overtaken = 0
      const busy: Store = {
        ...store,
        async commit(ops, options) {
          // While the change was built, time passed and somebody read.
          clock.advance(5)
          const horizon = { scope, at: clock.now() }
          const index = 'contacts_updated'
          await store.list({ in: 'contacts', index, where: [], dir: 'desc', limit: 1, horizon })
          const result = await store.commit(ops, options)
          if (!result.ok) overtaken++
          return result
        },
      }
      const at = await touch(busy)
      expect(overtaken).toBe(1)
      expect(at).toBeGreaterThanOrEqual(clock.now())
      expect(at).toBeLessThan(clock.now() + 100)
    })

    test('is never dated before a time that a reader has seen', async () => {
      const { store, clock, scope, touch } = await setUp(openStore)
      const horizon = { scope, at: clock.now() + 60_000 }
      const index = 'contacts_updated'
      await store.list({ in: 'contacts', index, where: [], dir: 'desc', limit: 1, horizon })
      expect(await touch(store)).toBe(horizon.at)
    })

    test('fails after 25 tries', async () => {
      const { store, scope, id, touch } = await setUp(openStore)
      let tries = 0
      const contested: Store = {
        ...store,
        async commit(ops, options) {
          tries++
          await store.commit([contacts.patch(scope, id, {})])
          return store.commit(ops, options)
        },
      }
      await expect(touch(contested)).rejects.toThrow('lost 25 races')
      expect(tries).toBe(25)
    })
  })
})
