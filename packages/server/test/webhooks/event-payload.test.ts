import type { Ref } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { equals } from '../../src/collections/collection.ts'
import { erasedPayload, events } from '../../src/collections/event.ts'
import { buildPayload, buildPayloads, referenceOnly } from '../../src/webhooks/event-payload.ts'
import { goodEvaluation } from '../support/evaluation.ts'
import { createExperimentKit, shown, winning } from '../support/experiments.ts'
import { overMemory } from '../support/stores.ts'
import { createWebhookKit } from '../support/webhooks.ts'

const evaluation = {
  ...goodEvaluation,
  intent: null,
  buying_stage: null,
  qualification_score: 0,
  meeting_intent: 0,
}

overMemory((openStore) => {
  describe('Event types: the content of data', () => {
    test('events of ten types have their object, and the objects that belong to it', async () => {
      const kit = await createExperimentKit({ store: openStore() })
      const { call, clock, record } = kit
      const { conversations, meetings } = record
      const page = { body: { url: 'https://acme.example/page' } }
      const source: string = (await call('POST', '/knowledge/sources', page)).json.id
      const conversation = await conversations.start({ page_url: 'https://acme.example/' })
      await conversations.message(conversation, { role: 'user', text: 'Hello' })
      const contact = await conversations.captureLead(conversation, { email: 'ada@example.com' })
      await conversations.requestHandoff(conversation, { reason: 'Help' })
      const meeting = await meetings.book({
        conversation,
        provider: 'cal.com',
        start_at: 1_000,
        end_at: 2_000,
        invitee: { email: 'ada@example.com' },
      })
      await meetings.move(meeting, { start_at: 3_000, end_at: 4_000 })
      await meetings.cancel(meeting)
      await conversations.grade(conversation, evaluation)
      await record.knowledge.pageFailed(source, { error: 'HTTP 404' })
      const experiment = await kit.running()
      await kit.count(experiment, winning.control, winning.variant)
      await record.experiments.view(shown(experiment, 1))
      clock.advance(3_000)
      await kit.doorkit.worker.tick()

      const dataOf: Record<string, unknown> = {}
      for (const { type, data } of (await call('GET', '/events?limit=100')).json.data) {
        expect(dataOf[type], type).toBeUndefined()
        dataOf[type] = data
      }
      const read = async (path: string) => (await call('GET', path)).json
      const talk = await read(`/conversations/${conversation}`)
      const transcript = await read(`/conversations/${conversation}?expand=messages`)
      const person = await read(`/contacts/${contact}`)
      const booked = await read(`/meetings/${meeting}`)
      const found = await read(`/experiments/${experiment.id}`)
      expect(talk).not.toHaveProperty('messages')
      expect(transcript.messages).toHaveLength(1)
      // Payloads are built some seconds after the event, when all of this has happened.
      expect(dataOf).toEqual({
        'conversation.started': { object: talk },
        'lead.captured': { object: person, conversation: talk },
        'handoff.requested': { object: transcript },
        'conversation.completed': { object: transcript },
        'meeting.booked': { object: booked },
        'meeting.rescheduled': { object: booked },
        'meeting.canceled': { object: booked },
        'knowledge.source_failed': {
          object: await read(`/knowledge/sources/${source}`),
          error: 'HTTP 404',
        },
        'experiment.started': { object: found },
        'experiment.winner_found': { object: found },
      })
    })
  })
})

/** Returns the events of a visitor who leaves an address, and a store that records which rows it reads. */
async function captureLead() {
  const kit = await createWebhookKit()
  await kit.say('ada@example.com')
  const rows = await events.list(kit.store, {
    index: 'events_created',
    where: [equals('workspace', kit.workspace.id)],
    dir: 'asc',
    limit: 10,
  })
  const reads: (readonly Ref[])[] = []
  const get = (refs: readonly Ref[]) => {
    reads.push(refs)
    return kit.store.get(refs)
  }
  return { rows, reads, store: { ...kit.store, get } }
}

test('one call reads the objects of many events, each once, even if some no longer exist', async () => {
  const { rows, reads, store } = await captureLead()
  const lead = rows.find(({ data }) => data.type === 'lead.captured')
  if (!lead) throw new Error('No lead was captured.')
  const gone = { kind: 'contact', id: 'ct_gone' }
  const all = [...rows, { ...lead, id: 'evt_gone', data: { ...lead.data, subject: gone } }]
  const built = await buildPayloads(store, all)
  expect(reads).toHaveLength(1)
  expect(new Set(reads[0]?.map(({ id }) => id)).size).toBe(reads[0]?.length)
  expect(JSON.parse(String(built.get('evt_gone'))).data).toMatchObject({ object: null })
  reads.length = 0
  await buildPayloads(store, [lead])
  expect(reads.map((refs) => refs.map((ref) => ref.in))).toEqual([['contacts', 'conversations']])
  for (const row of all) {
    expect(built.get(row.id)).toBe(JSON.stringify(await buildPayload(store, row)))
  }
})

test('without events, nothing is read', async () => {
  const { reads, store } = await captureLead()
  expect([await buildPayloads(store, []), reads]).toEqual([new Map(), []])
})

test('a reference says which object an event is about, or that its person was erased', async () => {
  const { rows, store } = await captureLead()
  for (const row of rows) {
    const event = await buildPayload(store, row)
    const { kind, id } = row.data.subject
    expect(referenceOnly(event, row)).toEqual({ ...event, data: { object: { id, object: kind } } })
    const erased = { ...row, data: { ...row.data, erased: true } }
    expect(referenceOnly(erasedPayload(erased), erased).data).toEqual({ erased: true })
  }
})
