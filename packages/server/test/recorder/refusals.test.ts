import { expect, test } from 'vitest'
import { KitError, type Recorder } from '../../src/index.ts'
import { goodEvaluation } from '../support/evaluation.ts'
import { createKit } from '../support/kit.ts'
import { describeOverMemory } from '../support/stores.ts'

const page_url = 'https://acme.example/'
const times = { start_at: 1_000, end_at: 2_000 }
const invitee = { name: 'Ada', email: 'ada@example.com' }
const booking = { conversation: 'conv_1', provider: 'cal.com', ...times, invitee }

const unusable: readonly (readonly [string, string, (record: Recorder) => Promise<unknown>])[] = [
  [
    'a page URL that is not absolute',
    'page_url',
    ({ visits }) => visits.start({ page_url: 'pricing' }),
  ],
  ['an unknown device', 'device', ({ visits }) => visits.start(loose({ page_url, device: 'tv' }))],
  ['an unknown field', 'color', ({ visits }) => visits.start(loose({ page_url, color: 1 }))],
  [
    'the id of a contact as a link',
    'link',
    ({ visits }) => visits.start({ page_url, link: 'ct_1' }),
  ],
  [
    'the id of an opening test as a variant',
    'variant',
    ({ visits }) => visits.openingSeen('vis_1', { variant: 'exp_1' }),
  ],
  [
    'a channel with a space',
    'channel',
    ({ conversations }) => conversations.start({ channel: 'a b' }),
  ],
  [
    'an empty message',
    'text',
    ({ conversations }) => conversations.message('conv_1', { role: 'user', text: '' }),
  ],
  [
    'an unknown role',
    'role',
    ({ conversations }) => conversations.message('conv_1', loose({ role: 'system', text: 'Hi' })),
  ],
  [
    'an invalid email address',
    'email',
    ({ conversations }) => conversations.captureLead('conv_1', { email: 'ada' }),
  ],
  [
    'a score out of range',
    'meeting_intent',
    ({ conversations }) =>
      conversations.grade('conv_1', {
        ...goodEvaluation,
        intent: null,
        buying_stage: null,
        qualification_score: 1,
        meeting_intent: 11,
      }),
  ],
  [
    'a time without a zone',
    'start_at',
    ({ meetings }) => meetings.book({ ...booking, start_at: '2026-10-12T10:00:00' }),
  ],
  [
    'a meeting that ends when it starts',
    'end_at',
    ({ meetings }) => meetings.book({ ...booking, end_at: 1_000 }),
  ],
  [
    'an invitee without a usable address',
    'invitee.email',
    ({ meetings }) => meetings.book({ ...booking, invitee: { email: 'ada@' } }),
  ],
  [
    'a URL that a browser would run',
    'join_url',
    ({ meetings }) => meetings.book({ ...booking, join_url: 'javascript:alert(1)' }),
  ],
  [
    'a move to an end before the start',
    'end_at',
    ({ meetings }) => meetings.move('mtg_1', { start_at: 2, end_at: 1 }),
  ],
  ['an attempt with an empty status', 'status', ({ bookings }) => bookings.attempt({ status: '' })],
  [
    'the id of a button as the link of a booking',
    'link',
    ({ bookings }) => bookings.viaLink({ status: 'booked', link: 'btn_1' }),
  ],
]

const unknown: readonly (readonly [string, (record: Recorder) => Promise<unknown>])[] = [
  ['visits.openingSeen', ({ visits }) => visits.openingSeen('vis_none')],
  ['visits.chatOpened', ({ visits }) => visits.chatOpened('vis_none')],
  ['conversations.start', ({ conversations }) => conversations.start({ visit: 'vis_none' })],
  [
    'conversations.message',
    ({ conversations }) => conversations.message('conv_none', { role: 'user', text: 'Hi' }),
  ],
  [
    'conversations.requestHandoff',
    ({ conversations }) => conversations.requestHandoff('conv_none', { reason: '' }),
  ],
  ['meetings.book', ({ meetings }) => meetings.book({ ...booking, conversation: 'conv_none' })],
  ['meetings.move', ({ meetings }) => meetings.move('mtg_none', times)],
  ['meetings.cancel', ({ meetings }) => meetings.cancel('mtg_none')],
  ['meetings.verify', ({ meetings }) => meetings.verify('mtg_none')],
]

/** Input that a host without types may pass. */
function loose<Input>(input: unknown): Input {
  return input as Input
}

async function catchRefusal(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(KitError)
  return error
}

describeOverMemory('the reports of the site refuse', (openStore) => {
  test.each(unusable)('%s', async (_what, param, call) => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const error = await catchRefusal(call(doorkit.record(workspace.id)))
    expect(error).toMatchObject({ code: 'invalid_input', param })
    expect(String(error)).not.toContain('ada')
  })

  test.each(unknown)('an unknown object: %s', async (_what, call) => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    expect(await catchRefusal(call(doorkit.record(workspace.id)))).toMatchObject({
      code: 'not_found',
    })
  })

  test('a report for an unknown workspace', async () => {
    const { doorkit, store } = await createKit()
    const { visits, conversations, bookings } = doorkit.record('ws_none')
    const calls = [
      visits.start({ page_url }),
      visits.start({ page_url, test: true }),
      conversations.start({ page_url }),
      bookings.attempt({ status: 'failed' }),
      bookings.viaLink({ status: 'booked', link: 'lk_1' }),
    ]
    for (const call of calls) {
      const error = await catchRefusal(call)
      expect(error).toMatchObject({ code: 'not_found', message: 'There is no workspace ws_none.' })
    }
    expect(calls).toHaveLength(5)
    for (const collection of ['visits', 'conversations', 'bookings', 'rollups']) {
      const measures = { rows: { op: 'count' } } as const
      const [row] = await store.aggregate({ in: collection, where: [], measures })
      expect(row?.values.rows, collection).toBe(0)
    }
  })

  test('an object of another workspace', async () => {
    const { doorkit, workspace } = await createKit({ store: openStore() })
    const own = doorkit.record(workspace.id)
    const visit = await own.visits.start({ page_url })
    const conversation = await own.conversations.start({ visit })
    const meeting = await own.meetings.book({ ...booking, conversation })
    const other = await doorkit.workspaces.create({ name: 'B', website: 'https://b.example' })
    const theirs = doorkit.record(other.id)
    for (const call of [
      () => theirs.visits.chatOpened(visit),
      () => theirs.conversations.start({ visit }),
      () => theirs.conversations.message(conversation, { role: 'user', text: 'Hi' }),
      () => theirs.meetings.cancel(meeting),
    ]) {
      expect(await catchRefusal(call())).toMatchObject({ code: 'not_found' })
    }
  })
})
