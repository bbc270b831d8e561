import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNode } from '@doorkit/server/node'
import { generateWebhookSecret, signWebhook, verifyWebhook } from '@doorkit/webhooks'
import { expect, onTestFinished, vi } from 'vitest'
import { createClient, isProblem } from '../../src/index.ts'
import {
  createTestWorkspace,
  type ReceivedDelivery,
  type TestWorkspace,
} from '../../src/testing/index.ts'
import { type Example, example } from './example.ts'
import { reportChat } from './site.ts'

async function createAda({ client }: TestWorkspace) {
  const { id } = await client.contacts.upsert({ email: 'ada@example.com', company: 'Analytical' })
  return { contactId: id }
}

/** The examples of the skill, which are in no doc comment. */
export const skill: Readonly<Record<string, Example>> = {
  create: example({
    async given({ server, connection }) {
      const listening = createServer(toNode(server)).listen(0, '127.0.0.1')
      await once(listening, 'listening')
      const { port } = listening.address() as AddressInfo
      vi.stubEnv('DOORKIT_API_KEY', connection.apiKey)
      vi.stubEnv('DOORKIT_BASE_URL', `http://127.0.0.1:${port}/v1`)
      onTestFinished(() => {
        vi.unstubAllEnvs()
        listening.closeAllConnections()
        listening.close()
      })
      return {}
    },
    async shown({ console }) {
      // DOORKIT_API_KEY and DOORKIT_BASE_URL, or { apiKey, baseUrl }
      const doorkit = createClient({ timeout: 10_000 })
      const { kind, mode } = await doorkit.me.get()
      console.log(kind, mode)
    },
    proves: ({ printed }) => expect(printed).toEqual(['secret_key test']),
  }),

  call: example({
    async shown({ doorkit, console }) {
      const contact = await doorkit.contacts.upsert({ email: 'ada@example.com', company: null })
      const { data, meta } = await doorkit.contacts
        .update(contact.id, { external_id: 'crm-7' }, { timeout: 5_000 })
        .withMeta()
      console.log(data.external_id, meta.status, meta.attempts)
    },
    proves: ({ printed }) => expect(printed).toEqual(['crm-7 200 1']),
  }),

  list: example({
    async given(workspace) {
      await createAda(workspace)
      return { updated_since: '2026-10-01T00:00:00Z' }
    },
    async shown({ doorkit, console, updated_since }) {
      for await (const contact of doorkit.contacts.list({ updated_since })) {
        console.log(contact.email)
      }
      const newest = await doorkit.contacts.list().first()
      const some = await doorkit.contacts.list().toArray({ limit: 500 })
      console.log(newest?.company, some.length)
    },
    proves: ({ printed }) => expect(printed).toEqual(['ada@example.com', 'Analytical 1']),
  }),

  once: example({
    async given({ client }) {
      const row = { id: 7, email: 'ada@example.com' }
      await client.contacts.upsert({ email: row.email }, { idempotencyKey: `import-${row.id}` })
      return { row }
    },
    async shown({ doorkit, console, row }) {
      const { meta } = await doorkit.contacts
        .upsert({ email: row.email }, { idempotencyKey: `import-${row.id}` })
        .withMeta()
      console.log(meta.replayed ? 'was there' : 'written')
    },
    proves: ({ printed }) => expect(printed).toEqual(['was there']),
  }),

  refusal: example({
    async given(workspace) {
      await workspace.client.contacts.upsert({ email: 'alan@example.com', external_id: 'crm-7' })
      return createAda(workspace)
    },
    async shown({ doorkit, console, contactId }) {
      try {
        await doorkit.contacts.update(contactId, { external_id: 'crm-7' })
      } catch (error) {
        if (!isProblem(error, 'conflict')) throw error
        console.log('another contact has this id', error.requestId)
      }
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/^another contact has this id req_\w+$/),
  }),

  safe: example({
    async shown({ doorkit, console }) {
      const result = await doorkit.contacts.get('ct_none').safe()
      console.log(result.ok ? result.data.email : result.error.code)
    },
    proves: ({ printed }) => expect(printed).toEqual(['not_found']),
  }),

  test: example({
    async shown({ console }) {
      await using workspace = await createTestWorkspace()
      workspace.faults.next(503, { times: 2 })
      await workspace.client.contacts.upsert({ email: 'ada@example.com' })
      console.log(workspace.requests.map(({ status }) => status))
    },
    proves: ({ printed }) => expect(printed).toEqual(['[ 503, 503, 200 ]']),
  }),

  webhook: example({
    async given(workspace) {
      const events = ['lead.captured'] as const
      await workspace.client.webhookEndpoints.create({ url: 'https://crm.example/hooks', events })
      await reportChat(workspace)
      const [{ body, event }] = workspace.deliveries as [ReceivedDelivery]
      const secret = generateWebhookSecret()
      return { body, headers: signWebhook({ id: event.id, body, secret }), secret }
    },
    async shown({ console, body, headers, secret }) {
      const event = verifyWebhook({ body, headers, secret })
      if (event.type === 'lead.captured') {
        console.log(event.data.object?.email)
      }
    },
    proves: ({ printed }) => expect(printed).toEqual(['ada@example.com']),
  }),
}
