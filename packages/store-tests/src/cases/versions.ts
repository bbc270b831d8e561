import assert from 'node:assert/strict'
import type { Store } from '@doorkit/server/store'
import { inNotes, inWorkspace, note, openNotes, put, read, withAnother } from '../notes.ts'
import type { StoreCase } from '../store-case.ts'

const lease = { dueKey: 'due', leaseKey: 'lease', now: 1, leaseMs: 1, token: 't', limit: 1 }

/** Every kind of write there is. */
const writes: readonly ((store: Store) => Promise<unknown>)[] = [
  (store) => put(store, note('n1', { due: 0 })),
  (store) => put(store, { op: 'patch', ...inNotes, id: 'n1', set: { count: 1 } }),
  (store) => store.updateMany({ in: 'notes', where: [inWorkspace], limit: 1 }, { set: { at: 1 } }),
  (store) => store.claim({ in: 'notes', ...lease }),
  (store) => put(store, { op: 'remove', ...inNotes, id: 'n1' }),
  (store) => put(store, note('n1')),
  (store) => store.deleteMany({ in: 'notes', where: [inWorkspace], limit: 1 }),
]

/** The promises of `version`. */
export const versions: readonly StoreCase[] = [
  {
    name: 'the version of a collection is another one after every write to it',
    part: 'version',
    async run(context) {
      const store = await openNotes(context)
      const seen = new Set([await store.version?.(['notes'])])
      for (const write of writes) {
        await write(store)
        seen.add(await store.version?.(['notes']))
      }
      assert.equal(seen.size, writes.length + 1)
    },
  },
  {
    name: 'the version of a collection is another one after a write by another process',
    part: 'version',
    async run(context) {
      const store = await openNotes(context)
      await withAnother({ ...context, store }, async (other) => {
        await openNotes({ store: other })
        for (const write of writes) {
          const before = await store.version?.(['notes'])
          await write(other)
          assert.notEqual(await store.version?.(['notes']), before)
        }
      })
    },
  },
  {
    name: 'the version of a collection stays while it is only read, and others are written',
    part: 'version',
    async run(context) {
      const store = await openNotes(context)
      await put(store, note('n1'))
      const before = await store.version?.(['notes'])
      await read(store, 'n1')
      assert.equal(await store.version?.(['notes']), before)
      const others = await store.version?.(['others'])
      await put(store, note('n2'))
      assert.equal(await store.version?.(['others']), others)
    },
  },
  {
    name: 'a closed store gives no version',
    part: 'version',
    async run(context) {
      const store = await openNotes(context)
      await store.close()
      await assert.rejects(async () => store.version?.(['notes']), { code: 'closed' })
    },
  },
]
