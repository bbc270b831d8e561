import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@doorkit/store'
import { idsOf, isStoreError, listNotes, note, notes, onNotes, put } from '../notes-collection.ts'
import type { StoreCase, StoreUnderTest } from '../store-case.ts'

type Check = (store: Store, file: string, context: StoreUnderTest) => Promise<void>

/** Defines a case that may write one file, in a directory that is removed after the case. */
function backupCase(name: string, check: Check): StoreCase {
  const withFile = onNotes(name, async (store, context) => {
    const directory = await mkdtemp(join(tmpdir(), 'store-backup-'))
    try {
      await check(store, join(directory, 'backup'), context)
    } finally {
      await rm(directory, { recursive: true })
    }
  })
  return { ...withFile, part: 'backup' }
}

function backUp(store: Store, file: string) {
  assert.ok(store.backup, 'expected the store to offer backup')
  return store.backup({ file })
}

/** Backups, which copy a database to a file. */
export const backups: readonly StoreCase[] = [
  backupCase(
    'a backup has every commit that was acknowledged before it, and all or nothing of every other commit',
    async (store, file, context) => {
      assert.ok(context.openBackup, 'a store that offers backup needs `openBackup`')
      await put(store, note('before'))
      const writes = Array.from({ length: 20 }, (_, at) =>
        put(store, note(`left-${at}`), note(`right-${at}`)),
      )
      const [report] = await Promise.all([backUp(store, file), ...writes])
      assert.equal(report.file, file)
      const copy = await context.openBackup(file)
      try {
        await copy.migrate({ collections: [notes] })
        const ids = idsOf(await listNotes(copy))
        assert.ok(ids.includes('before'))
        for (let at = 0; at < writes.length; at += 1) {
          assert.equal(ids.includes(`left-${at}`), ids.includes(`right-${at}`))
        }
        await put(copy, note('restored'))
      } finally {
        await copy.close()
      }
      assert.ok(
        !idsOf(await listNotes(store)).includes('restored'),
        'a write to the copy does not change the source',
      )
    },
  ),
  backupCase('a backup replaces no file by default', async (store, file) => {
    await writeFile(file, 'theirs')
    await assert.rejects(backUp(store, file), isStoreError('invalid_query'))
    assert.equal(await readFile(file, 'utf8'), 'theirs')
  }),
  backupCase('a closed store refuses a backup', async (store, file) => {
    await store.close()
    await assert.rejects(backUp(store, file), isStoreError('closed'))
  }),
]
