import { createDoorkit, type Doorkit, type DoorkitOptions } from '@doorkit/server'
import { requireFlag } from './flags.ts'
import { type OpenStoreOptions, openStore } from './open-store.ts'
import { readMasterKeys, readSealWith } from './read-master-keys.ts'
import type { Terminal } from './terminal.ts'

/** Opens a store, calls `work` with a kit on it, and closes the kit and its store even if `work` fails. */
export async function withDoorkit<Result>(
  terminal: Terminal,
  storeUrl: string | undefined,
  {
    migrate,
    retention,
    ...options
  }: OpenStoreOptions & Pick<DoorkitOptions, 'migrate' | 'retention'>,
  work: (doorkit: Doorkit) => Promise<Result>,
): Promise<Result> {
  const masterKeys = readMasterKeys(terminal.env)
  const sealWith = readSealWith(terminal.env)
  const store = await openStore(requireFlag('store', storeUrl, 'sqlite:doorkit.db'), options)
  const doorkit = createDoorkit({ store, masterKeys, sealWith, migrate, retention })
  try {
    return await work(doorkit)
  } finally {
    await doorkit.close()
  }
}
