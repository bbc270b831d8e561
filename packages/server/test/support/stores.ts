import { sqliteStore } from '@doorkit/store-sqlite'
import { describe, onTestFinished } from 'vitest'
import { memoryStore, type Store } from '../../src/store.ts'

/** Opens an empty store, which is closed when the test ends. */
export type OpenStore = () => Store

const kinds: Readonly<Record<string, OpenStore>> = {
  memory: memoryStore,
  SQLite: () => sqliteStore({ file: ':memory:' }),
}

/** Declares the same tests over the memory store and over SQLite. */
export function forEachStore(declare: (openStore: OpenStore, name: string) => void): void {
  for (const [name, open] of Object.entries(kinds)) {
    describe(`over ${name}`, () =>
      declare(() => {
        const store = open()
        onTestFinished(() => store.close())
        return store
      }, name))
  }
}

/** The same as one `describe`, for files that have several. */
export function describeForEachStore(name: string, declare: (openStore: OpenStore) => void): void {
  forEachStore((openStore) => describe(name, () => declare(openStore)))
}
