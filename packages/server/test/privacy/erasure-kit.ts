import { caller, createKit, type KitOptions } from '../support/kit.ts'
import type { OpenStore } from '../support/stores.ts'

/** The address to erase. */
export const email = 'ada@example.com'

/** A kit, and functions that export and erase the person. */
export async function setUp(openStore: OpenStore, options: KitOptions = {}) {
  const kit = await createKit({ ...options, store: openStore() })
  const call = caller(kit)
  const record = kit.doorkit.record(kit.workspace.id)
  return {
    ...kit,
    call,
    record,
    show: async (path: string) => (await call('GET', path)).json,
    exportPerson: async () => (await call('POST', '/privacy/exports', { body: { email } })).json,
    erase: async () => (await call('POST', '/privacy/erasures', { body: { email } })).json,
  }
}
