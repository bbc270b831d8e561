import { postgresStore } from '@doorkit/store-postgres'
import { copyTemplate, createSchema } from '@doorkit/tests/postgres'
import type {} from '@doorkit/tests/postgres/setup'
import { inject } from 'vitest'
import { serveHere } from './serve-here.ts'
import type { SharedStore } from './shared-store.ts'

/** Creates a store in the PostgreSQL of the run. Each server has its own connections. */
export async function createPostgresStore(): Promise<SharedStore> {
  let schema = await createSchema(inject('postgres'))
  const open = () => postgresStore({ url: schema.url, maxConnections: 6 })
  return {
    async serve(flags) {
      const template = inject('template')
      if (flags.includes('--demo') && template !== undefined) {
        await schema.remove()
        schema = await copyTemplate(inject('postgres'), template, makeDemonstration)
      }
      return serveHere(open, flags)
    },
    serveTwin: () => serveHere(open, []),
    discard: () => schema.remove(),
  }
}

async function makeDemonstration(url: string): Promise<void> {
  const { stop } = await serveHere(() => postgresStore({ url, maxConnections: 6 }), ['--demo'])
  await stop()
}
