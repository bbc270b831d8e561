import type { Doorkit } from '@doorkit/server'
import { afterAll, inject } from 'vitest'
import { type Api, createApi } from './api.ts'
import type { Running, SharedStore, Started } from './shared-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The store that the run is over: the suite runs once over each. */
    readonly store: StoreKind
  }
}

type StoreKind = 'sqlite' | 'sqlite-process' | 'memory' | 'postgres'

/** A server on a store of its own, until the file's tests are over. */
export interface Server extends Started {
  readonly store: SharedStore
  /** Calls with the live workspace's key, which may do everything. */
  readonly api: Api
  /** Calls with the key of the demonstration workspace. */
  readonly testApi: Api
  /** Calls with any key, or with none. */
  as(secret: string | null): Api
  /** Makes a key of the live workspace that has only these scopes, and calls with it. */
  withScopes(...scopes: readonly Scope[]): Promise<Api>
  /** The host application: what only code can say, beside the server and on its store. */
  readonly host: Doorkit
}

/** The name of a scope. */
export type Scope = NonNullable<Parameters<Doorkit['keys']['create']>[0]['scopes']>[number]

// Only the one that is used is read: it takes as long as a small file's tests.
const openStores: Readonly<Record<StoreKind, () => Promise<SharedStore>>> = {
  sqlite: async () => (await import('./file-store.ts')).createFileStore(),
  'sqlite-process': async () => (await import('./file-store.ts')).createServedFile(),
  memory: async () => (await import('./memory-store.ts')).createMemoryStore(),
  postgres: async () => (await import('./postgres-store.ts')).createPostgresStore(),
}

/** Serves a new store with the flags of `doorkit serve`, until the file's tests are over. */
export async function startServer(...flags: readonly string[]): Promise<Server> {
  return startServerOn(await openStores[inject('store')](), ...flags)
}

/** Serves a store that nobody has used yet, and forgets it when the file's tests are over. */
export function startServerOn(store: SharedStore, ...flags: readonly string[]): Promise<Server> {
  afterAll(() => store.discard())
  return reach(store, store.serve(flags))
}

/** Starts another server on the store of one that runs. */
export function startTwin({ store }: Server): Promise<Server> {
  return reach(store, store.serveTwin())
}

async function reach(store: SharedStore, running: Promise<Running>): Promise<Server> {
  const { started, openHost, stop } = await running
  let host: Doorkit | undefined
  afterAll(async () => {
    await host?.close()
    await stop()
  })
  const hostOnce = () => {
    host ??= openHost()
    return host
  }
  const as = (secret: string | null) => createApi(started.base_url, secret)
  return {
    ...started,
    store,
    api: as(started.api_key),
    testApi: as(started.test_api_key),
    as,
    async withScopes(...scopes) {
      const { workspace } = started
      const key = await hostOnce().keys.create({ workspace, name: scopes.join(' '), scopes })
      return as(key.secret)
    },
    get host() {
      return hostOnce()
    },
  }
}
