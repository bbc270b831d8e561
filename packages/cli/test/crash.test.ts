import { createClient } from '@doorkit/client'
import { expect, test } from 'vitest'
import { storeFolder } from './support/folder.ts'
import { startServing } from './support/processes.ts'
import { startReceiver } from './support/receiver.ts'

const { path } = storeFolder()

const flags = (file: string, payloadDelayMs: number) => [
  ...['--store', `sqlite:${file}`, '--allow-private-webhooks'],
  ...['--payload-delay-ms', String(payloadDelayMs)],
]

test('a server that was killed sends its unsent webhooks after a restart', async () => {
  const file = path('webhooks.db')
  // The delay leaves time to kill the process before the payload is built.
  const first = await startServing(...flags(file, 1_500))
  const { api_key: apiKey, base_url: baseUrl } = first.facts
  const client = createClient({ apiKey, baseUrl, maxRetries: 0 })
  const receiver = await startReceiver(client, 'lead.captured')
  const session = await client.chatSessions.create()
  await client.chatSessions.send(session.id, { text: "I'm Ada Lovelace, ada@example.com" })
  await first.kill()
  expect(receiver.received).toEqual([])

  await startServing(...flags(file, 1_500))
  expect((await receiver.first).data).toMatchObject({ object: { email: 'ada@example.com' } })
})
