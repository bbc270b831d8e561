import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore, type Store } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import { describe, onTestFinished } from 'vitest'
import { createDoorkit, generateMasterKey } from '../../src/index.ts'
import { caller, createKit, type KitOptions } from './kit.ts'

/** Opens the store of each of two servers, over one database. */
export type OpenStores = () => readonly [Store, Store]

function openOneFile(): readonly [Store, Store] {
  const directory = mkdtempSync(join(tmpdir(), 'doorkit-two-'))
  const file = join(directory, 'doorkit.db')
  const stores = [sqliteStore({ file }), sqliteStore({ file })] as const
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()))
    rmSync(directory, { recursive: true })
  })
  return stores
}

/** Declares the same tests over one memory store and over one SQLite file that two servers open. */
export function forEachDatabase(declare: (openStores: OpenStores) => void): void {
  describe('over one memory store', () =>
    declare(() => {
      const store = memoryStore()
      return [store, store]
    }))
  describe('over one SQLite file', () => declare(openOneFile))
}

/** Two servers over one database, with the same workspace, API key, master keys and clock. */
export async function createTwoServers(
  [first, second]: readonly [Store, Store],
  options: Omit<KitOptions, 'store' | 'masterKeys'> = {},
) {
  const masterKeys = [generateMasterKey()]
  const kit = await createKit({ ...options, masterKeys, store: first })
  const { clock, key } = kit
  const doorkit = createDoorkit({
    allowPrivateWebhooks: true,
    ...options,
    masterKeys,
    clock,
    store: second,
  })
  await doorkit.migrate()
  return { ...kit, call: caller(kit), other: { doorkit, call: caller({ doorkit, key }) } }
}
