import { memoryStore, type WriteOp } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import type { Recorder } from '../../src/index.ts'
import { goodEvaluation } from '../support/evaluation.ts'
import { createExperimentKit, shown } from '../support/experiments.ts'

const page_url = 'https://acme.example/'
const meeting = { provider: 'cal.com', start_at: 1_000, end_at: 2_000, invitee: {} }
const evaluation = {
  ...goodEvaluation,
  buying_stage: 'decision',
  qualification_score: 50,
  meeting_intent: 5,
  failure_category: 'none',
}

async function setUp() {
  const memory = memoryStore()
  const commits: (readonly WriteOp[])[] = []
  const kit = await createExperimentKit({
    store: {
      ...memory,
      async commit(ops, options) {
        const result = await memory.commit(ops, options)
        if (result.ok) commits.push(ops)
        return result
      },
    },
  })
  const { record, call } = kit
  const experiment = await kit.running()
  const greeting = (await call('POST', '/link_greetings', { body: { name: 'A', text: 'Hi' } })).json
  const link = { name: 'A', page: '/', greeting: greeting.id }
  const { id: linkId } = (await call('POST', '/personal_links', { body: link })).json
  const page = { body: { url: 'https://acme.example/page' } }
  const source: string = (await call('POST', '/knowledge/sources', page)).json.id
  const visit = await record.visits.start({ page_url, link: linkId })
  await record.visits.openingSeen(visit, shown(experiment, 1))
  const newVisit = await record.visits.start({ page_url })
  const conversation = await record.conversations.start({ visit })
  const booked = await record.meetings.book({
    ...meeting,
    conversation: await record.conversations.start({ page_url }),
  })
  return { ...kit, commits, experiment, linkId, source, visit, newVisit, conversation, booked }
}
type Site = Awaited<ReturnType<typeof setUp>>

/** Each report, and the collections that its only commit writes to. */
const cases: readonly (readonly [
  string,
  (record: Recorder, site: Site) => Promise<unknown>,
  readonly string[],
])[] = [
  [
    'visits.start',
    ({ visits }, { linkId }) => visits.start({ page_url, link: linkId }),
    ['visits', 'rollups', 'link_days'],
  ],
  [
    'visits.openingSeen',
    ({ visits }, { newVisit, experiment }) => visits.openingSeen(newVisit, shown(experiment, 1)),
    ['visits', 'rollups', 'experiments', 'experiment_viewers', 'experiment_arms'],
  ],
  [
    'visits.chatOpened',
    ({ visits }, { visit }) => visits.chatOpened(visit),
    ['visits', 'rollups', 'experiments', 'experiment_viewers', 'experiment_arms'],
  ],
  [
    'conversations.start',
    ({ conversations }, { visit }) => conversations.start({ visit }),
    ['conversations'],
  ],
  [
    'conversations.message',
    ({ conversations }, { conversation }) =>
      conversations.message(conversation, { role: 'user', text: 'Hi' }),
    [
      'messages',
      'conversations',
      'visits',
      'rollups',
      'link_days',
      'experiments',
      'experiment_viewers',
      'experiment_arms',
      'events',
    ],
  ],
  [
    'conversations.captureLead',
    ({ conversations }, { conversation }) =>
      conversations.captureLead(conversation, { email: 'ada@example.com' }),
    [
      'contacts',
      'conversation_namings',
      'conversations',
      'visits',
      'rollups',
      'experiments',
      'experiment_viewers',
      'experiment_arms',
      'events',
    ],
  ],
  [
    'conversations.requestHandoff',
    ({ conversations }, { conversation }) =>
      conversations.requestHandoff(conversation, { reason: 'Help' }),
    ['conversations', 'events', 'handoffs'],
  ],
  [
    'conversations.grade',
    ({ conversations }, { conversation }) => conversations.grade(conversation, evaluation),
    ['conversations', 'rollups', 'label_counts', 'events'],
  ],
  [
    'meetings.book',
    ({ meetings }, { conversation }) => meetings.book({ ...meeting, conversation }),
    [
      'meetings',
      'conversations',
      'visits',
      'rollups',
      'link_days',
      'experiments',
      'experiment_viewers',
      'experiment_arms',
      'events',
    ],
  ],
  [
    'meetings.move',
    ({ meetings }, { booked }) => meetings.move(booked, { start_at: 3_000, end_at: 4_000 }),
    ['meetings', 'conversations', 'events'],
  ],
  [
    'meetings.cancel',
    ({ meetings }, { booked }) => meetings.cancel(booked),
    ['meetings', 'events'],
  ],
  ['meetings.verify', ({ meetings }, { booked }) => meetings.verify(booked), ['meetings']],
  [
    'bookings.attempt',
    ({ bookings }, { conversation }) => bookings.attempt({ status: 'failed', conversation }),
    ['bookings'],
  ],
  [
    'bookings.viaLink',
    ({ bookings }, { linkId }) => bookings.viaLink({ status: 'booked', link: linkId }),
    ['bookings'],
  ],
  [
    'experiments.view',
    ({ experiments }, { experiment }) =>
      experiments.view({ ...shown(experiment, 0), visitor: 'v' }),
    ['experiments', 'experiment_viewers', 'experiment_arms'],
  ],
  [
    'experiments.convert',
    ({ experiments }, { experiment }) => experiments.convert(shown(experiment, 1)),
    ['experiments', 'experiment_arms'],
  ],
  [
    'knowledge.pageRead',
    ({ knowledge }, { source }) =>
      knowledge.pageRead(source, { sections: [{ heading: null, text: 'Open at nine' }] }),
    ['knowledge_sources', 'knowledge_chunks'],
  ],
  [
    'knowledge.pageFailed',
    ({ knowledge }, { source }) => knowledge.pageFailed(source, { error: 'HTTP 404' }),
    ['knowledge_sources', 'events'],
  ],
]

/** The rows of these collections only say which names a day counts. They do not matter here. */
const nameCollections = new Set(['analytics_days', 'analytics_names'])

describe('the reports of the site: one commit', () => {
  // docs/api.md#events
  test.each(cases)(
    'each report writes all its changes in one commit (%s)',
    async (name, report, expected) => {
      const site = await setUp()
      site.commits.length = 0
      await report(site.record, site)
      const [ops = [], ...more] = site.commits
      expect(more, name).toEqual([])
      const written = [...new Set(ops.map((op) => op.in))].filter(
        (one) => !nameCollections.has(one),
      )
      expect(written.sort()).toEqual([...expected].sort())
    },
  )
})
