import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { createDoorkit, type Doorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createSite } from '../src/serve/site.ts'
import { storeFolder } from './support/folder.ts'

const { path } = storeFolder()

/** Asks for the health of a server over a store. */
async function healthOf(doorkit: Doorkit) {
  const server = createServer(createSite(doorkit, () => 'ready')).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return async (name: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/health/${name}`)
    return { status: response.status, body: await response.json() }
  }
}

test('a server whose store does not answer lives, and is not ready', async () => {
  const doorkit = createDoorkit({ store: sqliteStore({ file: path('ready.db') }) })
  const look = await healthOf(doorkit)
  expect(await look('ready')).toEqual({ status: 200, body: { status: 'ready' } })
  await doorkit.close()
  expect(await look('ready')).toEqual({ status: 503, body: { status: 'unavailable' } })
  expect(await look('live')).toEqual({ status: 200, body: { status: 'live' } })
})

test('a server whose database is full is not ready, and is again once there is room', async () => {
  const db = new DatabaseSync(path('full.db'))
  const doorkit = createDoorkit({ store: sqliteStore({ db }) })
  const look = await healthOf(doorkit)
  expect(await look('ready')).toMatchObject({ status: 200 })
  // Removed rows of the check itself left pages that can be used again.
  db.exec('vacuum; pragma max_page_count = 1')
  expect(await look('ready')).toEqual({ status: 503, body: { status: 'unavailable' } })
  expect(await look('live')).toMatchObject({ status: 200 })
  db.exec('pragma max_page_count = 1073741823')
  expect(await look('ready')).toEqual({ status: 200, body: { status: 'ready' } })
  await doorkit.close()
  db.close()
})
