import { expect, test } from 'vitest'
import { type Drift, validateResponses } from '../../src/validate/index.ts'
import { openWorkspace } from '../testing/open-workspace.ts'

test('the answers of the server kit have no drift', async () => {
  const drifts: Drift[] = []
  const { client, record, clock } = await openWorkspace({
    client: {
      middleware: [validateResponses({ mode: 'throw', onDrift: (drift) => drifts.push(drift) })],
    },
  })
  const { id } = await client.contacts.upsert({ email: 'ada@example.com', attributes: { a: 1 } })
  const conversation = await record.conversations.start({ page_url: 'https://acme.example/' })
  await record.conversations.message(conversation, { role: 'user', text: 'Hello' })
  await record.conversations.captureLead(conversation, { email: 'ada@example.com' })
  await record.meetings.book({
    conversation,
    provider: 'cal.com',
    start_at: clock.now(),
    end_at: clock.now() + 1,
    invitee: { email: 'ada@example.com' },
  })
  const endpoint = await client.webhookEndpoints.create({
    url: 'https://crm.example/hooks',
    events: ['*'],
  })
  await clock.advance(3_600_000)
  const session = await client.chatSessions.create()
  await client.chatSessions.send(session.id, { text: 'A person, please' })
  const stream = await client.chatSessions.stream(session.id, { text: 'And again' })
  expect(await stream.text()).not.toBe('')
  const calls = [
    client.me.get(),
    client.workspace.get(),
    client.contacts.get(id),
    client.contacts.list(),
    client.conversations.list({ expand: ['messages'] }),
    client.meetings.list(),
    client.events.list(),
    client.analytics.get(),
    client.agent.get(),
    client.appearance.get(),
    client.webhookEndpoints.list(),
    client.webhookEndpoints.listDeliveries(endpoint.id),
    client.webhookEndpoints.test(endpoint.id),
    client.knowledgeDocuments.create({ name: 'Prices', content: 'Ten euros.' }),
    client.knowledgeDocuments.list(),
    client.chatSessions.get(session.id),
    client.privacy.export({ email: 'ada@example.com' }),
    client.contacts.delete(id),
  ]
  for (const call of calls) expect(await call).toHaveProperty('object')
  expect(calls).toHaveLength(18)
  expect(drifts).toEqual([])
})
