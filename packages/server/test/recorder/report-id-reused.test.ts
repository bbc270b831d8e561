import { expect, test } from 'vitest'
import { reportIds } from '../../src/collections/report-id.ts'
import type { Recorder } from '../../src/index.ts'
import { goodEvaluation } from '../support/evaluation.ts'
import { createExperimentKit, shown } from '../support/experiments.ts'
import { describeOverMemory, type OpenStore } from '../support/stores.ts'

const page_url = 'https://acme.example/'
const evaluation = {
  ...goodEvaluation,
  intent: null,
  buying_stage: null,
  qualification_score: 0,
  meeting_intent: 0,
}
const reused = expect.objectContaining({
  name: 'KitError',
  code: 'key_reused',
  param: 'key',
})

async function setUp(openStore: OpenStore) {
  const kit = await createExperimentKit({ store: openStore() })
  const experiment = await kit.running()
  const { record } = kit
  const visits = [
    await record.visits.start({ page_url }),
    await record.visits.start({ page_url }),
  ] as const
  const conversations = [
    await record.conversations.start({ visit: visits[0] }),
    await record.conversations.start({ visit: visits[1] }),
  ] as const
  const meeting = { provider: 'cal.com', start_at: 1_000, end_at: 2_000, invitee: {} }
  const meetings = [
    await record.meetings.book({ ...meeting, conversation: conversations[0] }),
    await record.meetings.book({ ...meeting, conversation: conversations[1] }),
  ] as const
  const page = { body: { url: 'https://acme.example/page' } }
  const source: string = (await kit.call('POST', '/knowledge/sources', page)).json.id
  return { ...kit, experiment, visits, conversations, meeting, meetings, source }
}
type Site = Awaited<ReturnType<typeof setUp>>

/** The name of a case, and its two different reports with the same id. */
type Pair = readonly [string, (site: Site) => readonly ((to: Recorder) => Promise<unknown>)[]]

const key = { key: 'order 66' }

const pairs: readonly Pair[] = [
  [
    'a visit on another page',
    () => [
      ({ visits }) => visits.start({ page_url }, key),
      ({ visits }) => visits.start({ page_url: `${page_url}2` }, key),
    ],
  ],
  [
    'an opening that was seen in another visit',
    (site) => site.visits.map((visit) => (to) => to.visits.openingSeen(visit, {}, key)),
  ],
  [
    'another opening',
    ({ visits: [visit], experiment }) =>
      [0, 1].map(
        (position) => (to) => to.visits.openingSeen(visit, shown(experiment, position), key),
      ),
  ],
  [
    'a chat that was opened in another visit',
    (site) => site.visits.map((visit) => (to) => to.visits.chatOpened(visit, key)),
  ],
  [
    'a conversation of another visit',
    (site) => site.visits.map((visit) => (to) => to.conversations.start({ visit }, key)),
  ],
  [
    'another message',
    ({ conversations: [conversation] }) =>
      ['Hello', 'Hello!'].map(
        (text) => (to) => to.conversations.message(conversation, { role: 'user', text }, key),
      ),
  ],
  [
    'a message of another conversation',
    ({ conversations }) =>
      conversations.map(
        (conversation) => (to) =>
          to.conversations.message(conversation, { role: 'user', text: 'Hi' }, key),
      ),
  ],
  [
    'another lead',
    ({ conversations: [conversation] }) =>
      ['Ada', 'Eve'].map((first_name) => (to) => {
        const lead = { email: 'ada@example.com', first_name }
        return to.conversations.captureLead(conversation, lead, key)
      }),
  ],
  [
    'another request for a person',
    ({ conversations: [conversation] }) =>
      ['Help', 'Refund'].map(
        (reason) => (to) => to.conversations.requestHandoff(conversation, { reason }, key),
      ),
  ],
  [
    'the return of another conversation to the agent',
    (site) => site.conversations.map((to) => (record) => record.conversations.giveBack(to, key)),
  ],
  [
    'another grade',
    ({ conversations: [conversation] }) =>
      [1, 2].map((meeting_intent) => (to) => {
        return to.conversations.grade(conversation, { ...evaluation, meeting_intent }, key)
      }),
  ],
  [
    'another meeting',
    ({ conversations: [conversation], meeting }) =>
      [2_000, 3_000].map((end_at) => (to) => {
        return to.meetings.book({ ...meeting, conversation, end_at }, key)
      }),
  ],
  [
    'a move to another time',
    ({ meetings: [meeting] }) =>
      [3_000, 4_000].map((end_at) => (to) => {
        return to.meetings.move(meeting, { start_at: 2_000, end_at }, key)
      }),
  ],
  [
    'the cancellation of another meeting',
    (site) => site.meetings.map((meeting) => (to) => to.meetings.cancel(meeting, key)),
  ],
  [
    'the confirmation of another meeting',
    (site) => site.meetings.map((meeting) => (to) => to.meetings.verify(meeting, key)),
  ],
  [
    'another attempt to book',
    () => ['failed', 'booked'].map((status) => (to) => to.bookings.attempt({ status }, key)),
  ],
  [
    'a booking through another link',
    () =>
      ['lk_1', 'lk_2'].map((link) => (to) => to.bookings.viaLink({ status: 'booked', link }, key)),
  ],
  [
    'a view of another variant',
    ({ experiment }) =>
      [0, 1].map((position) => (to) => to.experiments.view(shown(experiment, position), key)),
  ],
  [
    'a conversion at another stage',
    ({ experiment }) =>
      (['leads', 'meetings'] as const).map((stage) => (to) => {
        return to.experiments.convert({ ...shown(experiment, 1), stage }, key)
      }),
  ],
  [
    'another reading of a page',
    ({ source }) =>
      ['Prices', 'Hours'].map((text) => (to) => {
        return to.knowledge.pageRead(source, { sections: [{ heading: null, text }] }, key)
      }),
  ],
  [
    'another failure of a page',
    ({ source }) =>
      ['HTTP 404', 'HTTP 500'].map((error) => (to) => {
        return to.knowledge.pageFailed(source, { error }, key)
      }),
  ],
]

describeOverMemory('the reports of the site: a reused report id', (openStore) => {
  test.each(pairs)('is refused for %s', async (_what, reportsOf) => {
    const site = await setUp(openStore)
    const [first, other] = reportsOf(site)
    const done = await first?.(site.record)
    await expect(other?.(site.record)).rejects.toEqual(reused)
    expect(await first?.(site.record)).toEqual(done)
  })

  test('is accepted for the same input in another form', async () => {
    const { record, conversations, meeting } = await setUp(openStore)
    const book = (times: { start_at: number | Date | string; end_at: number | Date | string }) =>
      record.meetings.book({ ...meeting, conversation: conversations[0], ...times }, key)
    const ids = [
      await book({ start_at: 1_000, end_at: 2_000 }),
      await book({ end_at: new Date(2_000), start_at: '1970-01-01T01:00:01+01:00' }),
    ]
    const utm = { utm_source: 'news', utm_medium: 'email' }
    const reordered = { utm_medium: 'email', utm_source: 'news' }
    const start = { key: 'visit' }
    ids.push(await record.visits.start({ page_url, utm, visitor: null }, start))
    ids.push(await record.visits.start({ utm: reordered, page_url }, start))
    expect(new Set(ids).size).toBe(2)
  })

  test('is refused for one of two different simultaneous reports', async () => {
    const { record, conversations } = await setUp(openStore)
    const texts = ['Hello', 'Hello!']
    const both = await Promise.allSettled(
      texts.map((text) =>
        record.conversations.message(conversations[0], { role: 'user', text }, key),
      ),
    )
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.filter(({ status }) => status === 'rejected')).toEqual([
      { status: 'rejected', reason: reused },
    ])
  })

  test('reveals nothing about its first use, in the error or in its row', async () => {
    const { record, store } = await setUp(openStore)
    const attempt = (email: string) => record.bookings.attempt({ email, status: 'failed' }, key)
    await attempt('ada@example.com')
    const error = await attempt('eve@example.com').catch((reason: unknown) => reason)
    const where = [{ column: 'created_at', op: 'gte', value: 0 }] as const
    const rows = await reportIds.list(store, {
      index: 'recordings_age',
      where,
      dir: 'asc',
      limit: 10,
    })
    expect(rows).toHaveLength(1)
    expect(`${error} ${JSON.stringify(rows)}`).not.toMatch(/\bada\b|\beve\b|failed|order 66/)
  })
})
