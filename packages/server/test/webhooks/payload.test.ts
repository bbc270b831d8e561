import { describe, expect, test } from 'vitest'
import { goodEvaluation } from '../support/evaluation.ts'
import { createExperimentKit, shown, winning } from '../support/experiments.ts'
import { forEachStore } from '../support/stores.ts'

const evaluation = {
  ...goodEvaluation,
  intent: null,
  buying_stage: null,
  qualification_score: 0,
  meeting_intent: 0,
}

forEachStore((openStore) => {
  describe('Event types: what data holds', () => {
    test('each of the ten types that are logged has its object, and what belongs to it', async () => {
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
      // Payloads are built some seconds after the event: by then all of it has happened.
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
