import type { Doorkit } from '@doorkit/server'
import { afterAll, inject } from 'vitest'
import { type Api, createApi } from './api.ts'
import type { RunningServer, SharedStore, StartFacts } from './shared-store.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The store of this run. The suite runs once over each store. */
    readonly store: StoreKind
  }
}

type StoreKind = 'sqlite' | 'sqlite-process' | 'memory' | 'postgres'

/** A server that runs until the tests of the file are done. */
export interface Server extends StartFacts {
  readonly store: SharedStore
  /** Sends requests with a full-access API key of the live workspace. */
  readonly api: Api
  /** Sends requests with a full-access API key of the test workspace. */
  readonly testApi: Api
  /** Sends requests with this API key, or without one. */
  as(secret: string | null): Api
  /** Creates an API key of the live workspace with only these scopes, and sends requests with it. */
  withScopes(...scopes: readonly Scope[]): Promise<Api>
  /** The host application on the store of the server. It accepts reports, and the API does not. */
  readonly host: Doorkit
}

/** The name of a scope. */
export type Scope = NonNullable<Parameters<Doorkit['keys']['create']>[0]['scopes']>[number]

// Only the store of the run is loaded, because loading one takes as long as the tests of a small file.
const openStores: Readonly<Record<StoreKind, () => Promise<SharedStore>>> = {
  sqlite: async () => (await import('./file-store.ts')).createFileStore(),
  'sqlite-process': async () => (await import('./file-store.ts')).createServedFile(),
  memory: async () => (await import('./memory-store.ts')).createMemoryStore(),
  postgres: async () => (await import('./postgres-store.ts')).createPostgresStore(),
}

/** Serves a new store with flags of `doorkit serve`, until the tests of the file are done. */
export async function startServer(...flags: readonly string[]): Promise<Server> {
  return startServerOn(await openStores[inject('store')](), ...flags)
}

/** Serves this store, which must be new, and removes it when the tests of the file are done. */
export function startServerOn(store: SharedStore, ...flags: readonly string[]): Promise<Server> {
  afterAll(() => store.discard())
  return connect(store, store.serve(flags))
}

/** Starts another server on the store of a running one. */
export function startTwin({ store }: Server): Promise<Server> {
  return connect(store, store.serveTwin())
}

async function connect(store: SharedStore, running: Promise<RunningServer>): Promise<Server> {
  const { started, openHost, stop } = await running
  let host: Doorkit | undefined
  afterAll(async () => {
    await host?.close()
    await stop()
  })
  const getHost = () => {
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
      const key = await getHost().keys.create({ workspace, name: scopes.join(' '), scopes })
      return as(key.secret)
    },
    get host() {
      return getHost()
    },
  }
}
