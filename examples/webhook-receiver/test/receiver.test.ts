import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestWorkspace, type Receive, type TestWorkspace } from '@doorkit/client/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createReceiver } from '../src/receiver.ts'

/** A visitor leaves an address in the chat, and the webhook is sent. */
async function lead({ record, clock }: TestWorkspace, email: string): Promise<void> {
  const page_url = 'https://acme.example/pricing'
  const conversation = await record.conversations.start({ page_url })
  await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
  await record.conversations.captureLead(conversation, { email, first_name: 'Ada' })
  await clock.advance(5_000)
}

test('a receiver handles every lead once, even across a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-receiver-'))
  let deliver: Receive = () => 'refused'
  await using workspace = await createTestWorkspace({ receive: (...given) => deliver(...given) })
  const { client, clock } = workspace
  const url = 'https://acme.example/webhooks'
  const { secret } = await client.webhookEndpoints.create({ url, events: ['*'] })
  const handled: string[] = []

  /** Starts the receiver with the same file, and sends the deliveries to its port. */
  async function start() {
    const onLead = (email: string) => void handled.push(email)
    const file = join(folder, 'webhooks.db')
    const receiver = createReceiver({ file, client, secret, onLead, now: clock.now })
    const { server } = receiver
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    deliver = async ({ headers }, { body }) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
    await receiver.catchUp()
    return async () => {
      deliver = () => 'refused'
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      receiver.close()
    }
  }
  onTestFinished(() => rmSync(folder, { recursive: true }))

  const stop = await start()
  await lead(workspace, 'ada@example.com')
  expect(handled).toEqual(['ada@example.com'])
  await stop()

  await lead(workspace, 'grace@example.com')
  expect(workspace.deliveries.at(-1)?.status).toBeNull()
  expect(handled).toHaveLength(1)

  const stopAgain = await start()
  expect(handled).toEqual(['ada@example.com', 'grace@example.com'])
  // The sender retries the refused delivery, and learns that it was already handled.
  await clock.advance(3_600_000)
  const leads = workspace.deliveries.filter(({ event }) => event.type === 'lead.captured')
  expect(leads.map(({ status }) => status)).toEqual([200, null, 200])
  expect(handled).toHaveLength(2)
  await stopAgain()
})

test('the receiver has at most 60 lines', () => {
  const source = readFileSync(new URL('../src/receiver.ts', import.meta.url), 'utf8')
  expect(source.split('\n').length).toBeLessThanOrEqual(60)
})
