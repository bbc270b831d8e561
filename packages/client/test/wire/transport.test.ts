import { expect, inject, test } from 'vitest'
import { clientOf, json, startServer } from '../support/scripted-server.ts'

test('the transport of this run is the one that sends', async () => {
  const server = await startServer(json({}))
  await clientOf(server).me.get()
  // Node's own fetch adds this header; undici's dispatchers send only the requested headers.
  const isFetch = server.seen[0]?.headers['sec-fetch-mode'] === 'cors'
  expect(isFetch).toBe(inject('transport') === 'fetch')
})
