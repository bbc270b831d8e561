import { describe, expect, test } from 'vitest'
import { reportIds } from '../../src/collections/report-id.ts'
import { createDoorkit } from '../../src/index.ts'
import { afterReading } from '../support/after-reading.ts'
import { goodEvaluation } from '../support/evaluation.ts'
import { caller, createKit } from '../support/kit.ts'
import { type OpenStore, overMemory } from '../support/stores.ts'

const page_url = 'https://acme.example/'
const day = 86_400_000
const evaluation = {
  ...goodEvaluation,
  intent: null,
  buying_stage: null,
  qualification_score: 0,
  meeting_intent: 0,
}

async function setUp(openStore: OpenStore) {
  const kit = await createKit({ store: openStore() })
  const call = caller(kit)
  const record = kit.doorkit.record(kit.workspace.id)
  return { ...kit, call, record }
}

overMemory((openStore) => {
  describe('the reports of the site: report ids', () => {
    test('a repeat that began before the first call ended is not refused', async () => {
      const { store, afterRead } = afterReading(openStore(), reportIds.plan.name)
      const { record } = await setUp(() => store)
      const conversation = await record.conversations.start({ page_url })
      const grade = (key: string) => () =>
        record.conversations.grade(conversation, evaluation, { key })
      afterRead(grade('once'))
      await grade('once')()
      await expect(grade('again')()).rejects.toMatchObject({ code: 'conflict' })
    })

    test('each report about visits, conversations, meetings and bookings has one effect per report id, from any server', async () => {
      const { call, record, doorkit, store, clock, workspace } = await setUp(openStore)
      const other = createDoorkit({ store, clock, random: () => 0 }).record(workspace.id)
      const both = [record, other]
      const visit = await record.visits.start({ page_url })
      const conversation = await record.conversations.start({ visit })
      const times = { start_at: 1_000, end_at: 2_000 }
      const meeting = await record.meetings.book({
        conversation,
        provider: 'cal.com',
        ...times,
        invitee: {},
      })
      const key = { key: 'the same for all' }
      const calls: readonly ((to: typeof record) => Promise<unknown>)[] = [
        (to) => to.visits.start({ page_url }, key),
        (to) => to.visits.openingSeen(visit, {}, key),
        (to) => to.visits.chatOpened(visit, key),
        (to) => to.conversations.start({ page_url }, key),
        (to) => to.conversations.message(conversation, { role: 'user', text: 'Hello' }, key),
        (to) => to.conversations.captureLead(conversation, { email: 'ada@example.com' }, key),
        (to) => to.conversations.requestHandoff(conversation, { reason: 'Help' }, key),
        (to) => to.conversations.giveBack(conversation, key),
        (to) => to.conversations.grade(conversation, evaluation, key),
        (to) =>
          to.meetings.book(
            { conversation, provider: 'cal.com', ...times, invitee: {} },
            { key: 'second meeting' },
          ),
        (to) => to.meetings.move(meeting, times, key),
        (to) => to.meetings.verify(meeting, key),
        (to) => to.meetings.cancel(meeting, key),
        (to) => to.bookings.attempt({ email: 'ada@example.com', status: 'failed' }, key),
        (to) =>
          to.bookings.viaLink({ link: 'lk_1', email: 'ada@example.com', status: 'booked' }, key),
      ]
      for (const report of calls) {
        const answers = await Promise.all([...both, ...both].map(report))
        expect(new Set(answers).size).toBe(1)
        expect(await report(other)).toBe(answers[0])
      }
      const { visits, conversations, meetings, bookings } = record
      const functions = [visits, conversations, meetings, bookings].flatMap((part) =>
        Object.keys(part),
      )
      expect(calls).toHaveLength(functions.length)

      // The second message is the apology of `giveBack`.
      expect((await call('GET', `/conversations/${conversation}`)).json.message_count).toBe(2)
      expect((await call('GET', '/conversations')).json.data).toHaveLength(2)
      expect((await call('GET', '/meetings')).json.data).toHaveLength(2)
      expect((await call('GET', `/meetings/${meeting}`)).json).toMatchObject({
        status: 'canceled',
        reschedules: 1,
      })
      const events = (await call('GET', '/events')).json.data.map(
        ({ type }: { type: string }) => type,
      )
      expect(events.sort()).toEqual([
        'conversation.completed',
        'conversation.started',
        'handoff.requested',
        'handoff.unanswered',
        'lead.captured',
        'meeting.booked',
        'meeting.booked',
        'meeting.canceled',
        'meeting.rescheduled',
      ])
      const exported = await call('POST', '/privacy/exports', {
        body: { email: 'ada@example.com' },
      })
      expect(exported.json.booking_attempts).toHaveLength(1)
      expect(exported.json.link_bookings).toHaveLength(1)
      expect((await call('GET', '/analytics')).json.pages).toMatchObject([
        { visitors: 2, openings_seen: 1, chats_opened: 1, conversations: 1, leads: 1, meetings: 1 },
      ])
      await doorkit.close()
    })

    test('a report id belongs to its workspace', async () => {
      const { record, doorkit } = await setUp(openStore)
      const other = await doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
      const ids = [
        await record.visits.start({ page_url }, { key: 'one' }),
        await doorkit.record(other.id).visits.start({ page_url }, { key: 'one' }),
      ]
      expect(new Set(ids).size).toBe(2)
    })

    test('a refused report does not use up its id', async () => {
      const { record } = await setUp(openStore)
      const key = { key: 'one' }
      await expect(record.visits.chatOpened('vis_none', key)).rejects.toMatchObject({
        code: 'not_found',
      })
      const visit = await record.visits.start({ page_url })
      await record.visits.chatOpened(visit, key)
    })

    test('a report id is remembered for 30 days, as a digest', async () => {
      const { record, doorkit, clock, store } = await setUp(openStore)
      const visit = () => record.visits.start({ page_url }, { key: 'ada@example.com' })
      const first = await visit()
      clock.advance(30 * day)
      await doorkit.worker.tick()
      expect(await visit()).toBe(first)
      const where = [{ column: 'created_at', op: 'gte', value: 0 }] as const
      const index = 'recordings_age'
      const rows = await reportIds.list(store, { index, where, dir: 'asc', limit: 10 })
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toMatch(/\bada\b/)
      clock.advance(60_000)
      await doorkit.worker.tick()
      expect(await visit()).not.toBe(first)
    })
  })
})
