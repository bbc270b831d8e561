import { createSchema } from '@doorkit/test-postgres'
import type {} from '@doorkit/test-postgres/setup'
import { inject } from 'vitest'
import { serveProcess } from './serve-process.ts'
import type { SharedStore } from './shared-store.ts'

/** A schema of its own in the PostgreSQL of the run, served by processes as users start them. */
export async function createPostgresStore(): Promise<SharedStore> {
  const { url, remove } = await createSchema(inject('postgres'))
  const openStore = async () => {
    const { postgresStore } = await import('@doorkit/store-postgres')
    return () => postgresStore({ url, maxConnections: 4 })
  }
  return { serve: (flags) => serveProcess(url, openStore, flags), discard: remove }
}
