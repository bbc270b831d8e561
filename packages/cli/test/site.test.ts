import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit } from '@doorkit/server'
import { sqliteStore } from '@doorkit/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createSite } from '../src/serve/site.ts'
import { storeFolder } from './support/folder.ts'

const { path } = storeFolder()

test('a server whose store does not answer lives, and is not ready', async () => {
  const doorkit = createDoorkit({ store: sqliteStore({ file: path('ready.db') }) })
  const server = createServer(createSite(doorkit, () => 'ready')).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const look = async (name: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/health/${name}`)
    return { status: response.status, body: await response.json() }
  }
  expect(await look('ready')).toEqual({ status: 200, body: { status: 'ready' } })
  await doorkit.close()
  expect(await look('ready')).toEqual({ status: 503, body: { status: 'unavailable' } })
  expect(await look('live')).toEqual({ status: 200, body: { status: 'live' } })
})
