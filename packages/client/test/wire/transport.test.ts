import { expect, inject, test } from 'vitest'
import { clientOf, json, startServer } from '../support/scripted-server.ts'

test('the transport of this run is the one that sends', async () => {
  const server = await startServer(json({}))
  await clientOf(server).me.get()
  // Node's own fetch says what it is; undici's dispatchers send nothing that was not asked for.
  const isFetch = server.seen[0]?.headers['sec-fetch-mode'] === 'cors'
  expect(isFetch).toBe(inject('transport') === 'fetch')
})
