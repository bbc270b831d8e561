import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createDoorkit, type Doorkit } from '../src/index.ts'

/** Makes server kits over one file, each with a store of its own, like several processes. */
function kitsOverOneFile() {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return (migrate?: boolean): Doorkit => {
    const store = sqliteStore({ file: join(folder, 'doorkit.db') })
    onTestFinished(() => store.close())
    return createDoorkit({ store, migrate })
  }
}

const acme = { name: 'Acme', website: 'https://acme.example' }

test('a kit that does not migrate works on a store that another kit has migrated', async () => {
  const open = kitsOverOneFile()
  await open().migrate()
  const doorkit = open(false)
  await doorkit.ping()
  const { id } = await doorkit.workspaces.create(acme)
  expect(await doorkit.workspaces.get(id)).toMatchObject(acme)
})

test('a kit that does not migrate refuses an empty store, until another kit has migrated it', async () => {
  const open = kitsOverOneFile()
  const doorkit = open(false)
  await expect(doorkit.ping()).rejects.toMatchObject({
    name: 'KitError',
    code: 'store_behind',
    message: expect.stringContaining('run doorkit migrate'),
  })
  expect((await open().migrate({ dryRun: true })).statements).not.toEqual([])
  await open().migrate()
  await doorkit.ping()
})
