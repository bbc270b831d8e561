import { createClient } from '@doorkit/client'
import { createDoorkit, silentLogger } from '@doorkit/server'
import { memoryStore } from '@doorkit/server/store'
import { expect, test } from 'vitest'
import { serveStore } from '../src/index.ts'

test('a store that the host works on too is served, and closed with the server', async () => {
  const store = memoryStore()
  const serving = await serveStore(store, {
    host: '127.0.0.1',
    port: 0,
    demo: false,
    plan: 'evolve',
    allowPrivateWebhooks: false,
    allowPrivatePages: false,
    logger: silentLogger,
  })
  const { origin, live } = serving
  const host = createDoorkit({ store })
  await host.workspaces.update(live.workspace.id, { name: 'Renamed' })
  const client = createClient({ apiKey: live.secret, baseUrl: `${origin}/v1` })
  expect(await client.workspace.get()).toMatchObject({ name: 'Renamed', plan: 'evolve' })
  await serving.close()
  await expect(fetch(`${origin}/health/live`)).rejects.toThrow()
  await expect(store.ping()).rejects.toMatchObject({ name: 'StoreError', code: 'closed' })
})
