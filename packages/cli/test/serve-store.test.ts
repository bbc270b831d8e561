import { createClient } from '@doorkit/client'
import { createDoorkit, silentLogger } from '@doorkit/server'
import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { serveStore } from '../src/index.ts'

const options = {
  host: '127.0.0.1',
  port: 0,
  keys: true,
  demo: false,
  allowPrivateWebhooks: false,
  allowPrivatePages: false,
  logger: silentLogger,
}

test.each([
  { title: 'a server with a worker asks its store for due work', worker: true },
  { title: 'a server without a worker does not ask its store for due work', worker: false },
])('$title', async ({ worker }) => {
  const store = memoryStore()
  let dueReads = 0
  let onDueRead = () => {}
  const firstDueRead = new Promise<void>((resolve) => {
    onDueRead = resolve
  })
  const countingStore = {
    ...store,
    list: (...query: Parameters<typeof store.list>) => {
      if (query[0].index.endsWith('_due')) {
        dueReads += 1
        onDueRead()
      }
      return store.list(...query)
    },
  }
  const serving = await serveStore(countingStore, { ...options, worker })
  if (worker) await firstDueRead
  await serving.close()
  expect(dueReads > 0).toBe(worker)
})

test('serveStore serves a store that the host uses as well, and closes it with the server', async () => {
  const store = memoryStore()
  const serving = await serveStore(store, { ...options, plan: 'evolve' })
  const { origin, live } = serving
  const host = createDoorkit({ store })
  await host.workspaces.update(live?.workspace.id ?? '', { name: 'Renamed' })
  const client = createClient({ apiKey: live?.secret ?? '', baseUrl: `${origin}/v1` })
  expect(await client.workspace.get()).toMatchObject({ name: 'Renamed', plan: 'evolve' })
  await serving.close()
  await expect(fetch(`${origin}/health/live`)).rejects.toThrow()
  await expect(store.ping()).rejects.toMatchObject({ name: 'StoreError', code: 'closed' })
})
