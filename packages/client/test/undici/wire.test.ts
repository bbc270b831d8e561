import { createServer } from 'node:http'
import { toNode } from '@doorkit/server/node'
import { afterAll, expect, test } from 'vitest'
import type { FetchFunction } from '../../src/index.ts'
import { undiciTransport } from '../../src/undici/index.ts'
import { transportUnderTest } from '../transport-under-test.ts'
import { listen } from './listen.ts'

const transport = undiciTransport()
afterAll(transport.close)

let sent = 0
const fetch: FetchFunction = (url, init) => {
  sent += 1
  return transport.fetch(url, init)
}
transportUnderTest.fetch = fetch
transportUnderTest.reach = async (doorkit) => {
  const port = await listen(createServer(toNode(doorkit)))
  return { origin: `http://127.0.0.1:${port}`, fetch }
}

// The wire-level tests of the client, each of them over undici too.
await import('../retry.test.ts')
await import('../abort.test.ts')
await import('../response.test.ts')
await import('../stream.test.ts')
await import('../server.test.ts')

test('these tests went over undici', () => {
  expect(sent).toBeGreaterThan(600)
})
