import { settings } from '../collections/setting.ts'
import type { Store } from '../store/index.ts'
import { generateMasterKey, type MasterKey } from './vault.ts'

const id = 'master_key'

/**
 * The master key that a store keeps for deployments that were given none, made at the first
 * start. It protects against a leaked backup of single tables, not against who has the whole
 * database: give `masterKeys` in production.
 */
export async function storedMasterKey(store: Store): Promise<MasterKey> {
  for (;;) {
    const row = await settings.get(store, id)
    if (row) return JSON.parse(row.data.value) as MasterKey
    const value = JSON.stringify(generateMasterKey())
    await store.commit([settings.insert(id, {}, { value }, 'ignore')])
  }
}
