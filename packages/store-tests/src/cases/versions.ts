import assert from 'node:assert/strict'
import type { Store } from '@doorkit/store'
import {
  claimNotes,
  inNotes,
  inWorkspace,
  listNotes,
  note,
  openNotes,
  put,
  read,
  withOtherNotes,
} from '../notes-collection.ts'
import { casesOver, type StoreCase } from '../store-case.ts'

const onVersion = casesOver(openNotes, 'version')

/** Every kind of write. */
const writes: readonly ((store: Store) => Promise<unknown>)[] = [
  (store) => put(store, note('n1', { due: 0 })),
  (store) => put(store, { op: 'patch', ...inNotes, id: 'n1', set: { count: 1 } }),
  (store) => store.updateMany({ in: 'notes', where: [inWorkspace], limit: 1 }, { set: { at: 1 } }),
  (store) => claimNotes(store, { now: 1 }),
  (store) => put(store, { op: 'remove', ...inNotes, id: 'n1' }),
  (store) => put(store, note('n1')),
  (store) => store.deleteMany({ in: 'notes', where: [inWorkspace], limit: 1 }),
]

/** The method `version`, whose result changes with every write to a collection. */
export const versions: readonly StoreCase[] = [
  onVersion('every write to a collection changes its version', async (store) => {
    const seen = new Set([await store.version?.(['notes'])])
    for (const write of writes) {
      await write(store)
      seen.add(await store.version?.(['notes']))
    }
    assert.equal(seen.size, writes.length + 1)
  }),
  onVersion(
    'a write by another process changes the version of a collection',
    async (store, context) => {
      await withOtherNotes(context, async (other) => {
        for (const write of writes) {
          const before = await store.version?.(['notes'])
          await write(other)
          assert.notEqual(await store.version?.(['notes']), before)
        }
      })
    },
  ),
  onVersion(
    'reads, and writes to other collections, leave the version of a collection unchanged',
    async (store) => {
      await put(store, note('n1'))
      const before = await store.version?.(['notes'])
      await read(store, 'n1')
      await listNotes(store)
      assert.equal(await store.version?.(['notes']), before)
      const others = await store.version?.(['others'])
      await put(store, note('n2'))
      assert.equal(await store.version?.(['others']), others)
    },
  ),
  onVersion('a closed store refuses to return a version', async (store) => {
    await store.close()
    await assert.rejects(async () => store.version?.(['notes']), { code: 'closed' })
  }),
]
