import { sqliteStore } from '@doorkit/store-sqlite'
import { describe, inject, onTestFinished } from 'vitest'
import { memoryStore, type Store } from '../../src/store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is `npm run test:matrix`, which runs whole what `npm test` runs a part of. */
    readonly matrix: boolean
  }
}

/** Opens an empty store, which is closed when the test ends. */
export type OpenStore = () => Store

const kinds = {
  memory: memoryStore,
  SQLite: () => sqliteStore({ file: ':memory:' }),
} as const

type Declare = (openStore: OpenStore, name: string) => void

/** Declares the same tests over the memory store and over SQLite: of what a store does in its own way. */
export function forBothStores(declare: Declare): void {
  declareOver('memory', declare)
  declareOver('SQLite', declare)
}

/**
 * Declares tests of what the server does alike over every store: over the memory store, and in the
 * matrix over SQLite too. Conformance holds every operation to the specification over SQLite.
 */
export function forEachStore(declare: Declare): void {
  if (inject('matrix')) forBothStores(declare)
  else declareOver('memory', declare)
}

function declareOver(name: keyof typeof kinds, declare: Declare): void {
  describe(`over ${name}`, () =>
    declare(() => {
      const store = kinds[name]()
      onTestFinished(() => store.close())
      return store
    }, name))
}

/** The same as one `describe`, for files that have several. */
export function describeForEachStore(name: string, declare: (openStore: OpenStore) => void): void {
  forEachStore((openStore) => describe(name, () => declare(openStore)))
}

/** The same for what a store does in its own way. */
export function describeForBothStores(name: string, declare: (openStore: OpenStore) => void): void {
  forBothStores((openStore) => describe(name, () => declare(openStore)))
}
