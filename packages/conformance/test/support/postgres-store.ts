import { postgresStore } from '@doorkit/store-postgres'
import { createSchema } from '@doorkit/test-postgres'
import type {} from '@doorkit/test-postgres/setup'
import { inject } from 'vitest'
import { serveHere } from './serve-here.ts'
import type { SharedStore } from './shared-store.ts'

/** A schema of its own in the PostgreSQL of the run; each server has connections of its own. */
export async function createPostgresStore(): Promise<SharedStore> {
  const { url, remove } = await createSchema(inject('postgres'))
  const open = () => postgresStore({ url, maxConnections: 6 })
  const serve = (flags: readonly string[]) => serveHere(open, flags)
  return { serve, serveTwin: () => serve([]), discard: remove }
}
