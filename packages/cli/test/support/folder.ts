import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Makes a folder for stores, which is removed after the tests of the file. */
export function storeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'doorkit-cli-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let stores = 0
  return {
    path: (name: string) => join(folder, name),
    /** The URL of a store that does not exist yet. */
    newStore: () => `sqlite:${join(folder, `store-${++stores}.db`)}`,
  }
}
