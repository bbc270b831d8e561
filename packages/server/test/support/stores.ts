import { memoryStore, type Store } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import { describe, inject, onTestFinished } from 'vitest'
import { emptiedStore } from './emptied-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is `npm run test:matrix`, which also runs the parts that `npm test` leaves out. */
    readonly matrix: boolean
    /** The addresses of further databases, by the names that tests give them. */
    readonly databases: Readonly<Record<string, string>>
  }
}

/** Opens an empty store, which is closed when the test ends. */
export type OpenStore = () => Store

type Declare = (openStore: OpenStore, name: string) => void

/**
 * Declares tests whose results can depend on the store: over the memory store and SQLite, and in the
 * matrix also over PostgreSQL and, if there is one, Citus.
 */
export function overStores(declare: Declare): void {
  declareOver('memory', memoryStore, declare)
  declareOver('SQLite', () => sqliteStore({ file: ':memory:' }), declare)
  for (const [name, url] of Object.entries(inject('databases'))) {
    declareOver(name, () => emptiedStore(url), declare)
  }
}

/**
 * Declares tests whose results do not depend on the store: over the memory store, and in the matrix
 * also over the others. The conformance suite tests every operation over SQLite.
 */
export function overMemory(declare: Declare): void {
  if (inject('matrix')) overStores(declare)
  else declareOver('memory', memoryStore, declare)
}

function declareOver(name: string, open: OpenStore, declare: Declare): void {
  describe(`over ${name}`, () =>
    declare(() => {
      const store = open()
      onTestFinished(() => store.close())
      return store
    }, name))
}

/** Declares a `describe` in {@link overMemory}, for files that have several. */
export function describeOverMemory(name: string, declare: (openStore: OpenStore) => void): void {
  overMemory((openStore) => describe(name, () => declare(openStore)))
}

/** Declares a `describe` in {@link overStores}, for files that have several. */
export function describeOverStores(name: string, declare: (openStore: OpenStore) => void): void {
  overStores((openStore) => describe(name, () => declare(openStore)))
}
