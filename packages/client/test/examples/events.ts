import { expect } from 'vitest'
import type { TestWorkspace } from '../../src/testing/index.ts'
import { type ExamplesOf, example } from './example.ts'
import { reportChat } from './site.ts'

async function captureLead(workspace: TestWorkspace) {
  await workspace.client.webhookEndpoints.create({
    url: 'https://crm.example/hooks',
    events: ['lead.captured'],
  })
  await reportChat(workspace)
  const events = await workspace.client.events.list().toArray({ limit: 10 })
  return { eventId: events.find(({ type }) => type === 'lead.captured')?.id ?? 'evt_none' }
}

export const events: ExamplesOf<'events'> = {
  list: example({
    given: captureLead,
    async shown({ doorkit, console }) {
      for await (const { id, type } of doorkit.events.list({ limit: 100 })) {
        console.log(id, type)
      }
    },
    proves({ printed, eventId }) {
      expect(printed).toHaveLength(2)
      expect(printed).toContain(`${eventId} lead.captured`)
    },
  }),

  get: example({
    given: captureLead,
    async shown({ doorkit, console, eventId }) {
      const event = await doorkit.events.get(eventId)
      if (event.type === 'lead.captured') {
        console.log(event.data.object?.id)
      }
    },
    proves: ({ printed }) => expect(printed[0]).toMatch(/^ct_/),
  }),

  redeliver: example({
    given: captureLead,
    async shown({ doorkit, console, eventId }) {
      const { deliveries } = await doorkit.events.redeliver(eventId)
      console.log(`on its way to ${deliveries} endpoint(s)`)
    },
    async proves({ printed, workspace }) {
      expect(printed).toEqual(['on its way to 1 endpoint(s)'])
      await workspace.clock.advance(5_000)
      expect(workspace.deliveries).toHaveLength(2)
    },
  }),
}
