import { expect } from 'vitest'
import type { TestWorkspace } from '../../src/testing/index.ts'
import { type ExamplesOf, example } from './example.ts'
import { reportChat } from './site.ts'

async function createEndpoint({ client }: TestWorkspace) {
  const { id, secret } = await client.webhookEndpoints.create({
    url: 'https://crm.example/hooks',
    events: ['lead.captured'],
  })
  return { endpointId: id, secret }
}

async function sendDelivery(workspace: TestWorkspace) {
  const { endpointId } = await createEndpoint(workspace)
  await reportChat(workspace)
  const delivery = await workspace.client.webhookEndpoints.listDeliveries(endpointId).first()
  return { endpointId, deliveryId: delivery?.id ?? 'whd_none' }
}

export const webhookEndpoints: ExamplesOf<'webhookEndpoints'> = {
  create: example({
    async shown({ doorkit, console }) {
      const { secret } = await doorkit.webhookEndpoints.create({
        url: 'https://crm.example/hooks',
        events: ['lead.captured', 'meeting.booked'],
      })
      console.log(`keep this, it is not shown again: ${secret}`)
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/: whsec_/),
  }),

  list: example({
    given: createEndpoint,
    async shown({ doorkit, console }) {
      for await (const { url, status } of doorkit.webhookEndpoints.list()) console.log(url, status)
    },
    proves: ({ printed }) => expect(printed).toEqual(['https://crm.example/hooks enabled']),
  }),

  get: example({
    given: createEndpoint,
    async shown({ doorkit, console, endpointId }) {
      const { status, failing_since } = await doorkit.webhookEndpoints.get(endpointId)
      console.log(status, failing_since ?? 'receives')
    },
    proves: ({ printed }) => expect(printed).toEqual(['enabled receives']),
  }),

  update: example({
    given: createEndpoint,
    async shown({ doorkit, console, endpointId }) {
      const { status } = await doorkit.webhookEndpoints.update(endpointId, {
        events: ['*'],
        status: 'disabled',
      })
      console.log(status)
    },
    async proves({ printed, workspace, endpointId }) {
      expect(printed).toEqual(['disabled'])
      expect((await workspace.client.webhookEndpoints.get(endpointId)).events).toEqual(['*'])
    },
  }),

  delete: example({
    given: createEndpoint,
    async shown({ doorkit, console, endpointId }) {
      const { deleted } = await doorkit.webhookEndpoints.delete(endpointId)
      console.log(deleted)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['true'])
      expect(await workspace.client.webhookEndpoints.list().first()).toBeUndefined()
    },
  }),

  test: example({
    given: createEndpoint,
    async shown({ doorkit, console, endpointId }) {
      const { status, duration_ms } = await doorkit.webhookEndpoints.test(endpointId)
      console.log(`answered ${status ?? 'nothing'} in ${duration_ms} ms`)
    },
    proves({ printed, workspace }) {
      expect(printed).toEqual(['answered 204 in 0 ms'])
      expect(workspace.deliveries[0]?.event.type).toBe('webhook.test')
    },
  }),

  rotateSecret: example({
    given: createEndpoint,
    async shown({ doorkit, console, endpointId }) {
      const { secret } = await doorkit.webhookEndpoints.rotateSecret(endpointId)
      console.log(secret)
    },
    proves({ printed, secret }) {
      expect(printed[0]).toMatch(/^whsec_/)
      expect(printed[0]).not.toBe(secret)
    },
  }),

  listDeliveries: example({
    given: sendDelivery,
    async shown({ doorkit, console, endpointId }) {
      const deliveries = doorkit.webhookEndpoints.listDeliveries(endpointId, { limit: 100 })
      for await (const { event_type, status } of deliveries) console.log(event_type, status)
    },
    proves: ({ printed }) => expect(printed).toEqual(['lead.captured delivered']),
  }),

  redeliver: example({
    given: sendDelivery,
    async shown({ doorkit, console, endpointId, deliveryId }) {
      const { status } = await doorkit.webhookEndpoints.redeliver(endpointId, deliveryId)
      console.log(status)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['queued'])
      await workspace.clock.advance(5_000)
      expect(workspace.deliveries).toHaveLength(2)
    },
  }),
}
