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
  { worker: true, asks: true },
  { worker: false, asks: false },
])('with worker $worker, the store is asked for due work: $asks', async ({ worker, asks }) => {
  const store = memoryStore()
  let looks = 0
  let onLook = () => {}
  const looked = new Promise<void>((resolve) => {
    onLook = resolve
  })
  const counting = {
    ...store,
    list: (...query: Parameters<typeof store.list>) => {
      if (query[0].index.endsWith('_due')) {
        looks += 1
        onLook()
      }
      return store.list(...query)
    },
  }
  const serving = await serveStore(counting, { ...options, worker })
  if (asks) await looked
  await serving.close()
  expect(looks > 0).toBe(asks)
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
