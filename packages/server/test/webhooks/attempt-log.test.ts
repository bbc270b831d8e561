import type { ListQuery, Ref, Store, WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import type { StoredDueDelivery } from '../../src/collections/due-delivery.ts'
import type { StoredEndpointQueue } from '../../src/collections/endpoint-queue.ts'
import type { StoredEvent } from '../../src/collections/event.ts'
import { manualClock } from '../../src/index.ts'
import type { AttemptOutcome } from '../../src/ports/webhook-sender.ts'
import type { Services } from '../../src/services/services.ts'
import { createAttemptLog } from '../../src/webhooks/attempt-log.ts'
import type { AttemptResult } from '../../src/webhooks/changes-after-attempt.ts'

const accepted: AttemptOutcome = {
  status: 204,
  error: null,
  response: 'Thanks.',
  durationMs: 1,
  retryAfterMs: null,
}
const refused: AttemptOutcome = { ...accepted, status: 500, error: 'HTTP 500' }

const queueOf = (id: string, rev = 1, due_at: number | null = 0) =>
  ({
    id,
    rev,
    columns: { workspace: 'ws_1', due_at, lease: 'mine', places: 1 },
  }) as StoredEndpointQueue

const dueRow = (id: string, due_at = 0) =>
  ({
    id,
    rev: 1,
    columns: { workspace: 'ws_1', endpoint: 'we_1', due_at },
    data: { event: 'evt_1', event_type: 'lead.captured', automatic: 0, automatic_at: 0, manual: 0 },
  }) as StoredDueDelivery

const event = { id: 'evt_1', rev: 1, columns: {}, data: { erased: false } } as StoredEvent

const resultOf = (id: string, changes: Partial<AttemptResult> = {}): AttemptResult => ({
  delivery: dueRow(id),
  event,
  outcome: accepted,
  at: 0,
  random: 0.5,
  ...changes,
})

const results = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => resultOf(`${name}_${at}`))

const settle = () => new Promise(setImmediate)

/** A log over a store that has some rows, and answers a commit as the test says. */
function openLog(rows: Readonly<Record<string, unknown>> = {}) {
  const clock = manualClock(0)
  const commits: (readonly WriteOp[])[] = []
  const queries: ListQuery[] = []
  let answerCommit = async (_ops: readonly WriteOp[]) => ({ ok: true })
  const store = {
    get: async (refs: readonly Ref[]) => refs.map((ref) => rows[`${ref.in}/${ref.id}`] ?? null),
    list: async (query: ListQuery) => {
      queries.push(query)
      return rows.due ?? []
    },
    commit: (ops: readonly WriteOp[]) => {
      commits.push(ops)
      return answerCommit(ops)
    },
  } as unknown as Store
  const log = createAttemptLog({ store, fairStore: () => store, clock } as unknown as Services)
  return {
    log,
    clock,
    commits,
    queries,
    answerCommitsBy(next: typeof answerCommit) {
      answerCommit = next
    },
    /** For each commit, the deliveries whose log it changes. */
    logged: () =>
      commits.map((ops) =>
        ops.flatMap((op) => (op.in === 'webhook_deliveries' && 'id' in op ? [op.id] : [])),
      ),
    /** For each commit, its writes to endpoint queues. */
    queues: () => commits.map((ops) => ops.filter((op) => op.in === 'webhook_lanes')),
  }
}

test('attempts that end within 20 ms are logged in one commit, in the order of their ids', async () => {
  const { log, clock, commits, logged, queues } = openLog()
  const [first, second] = [log.begin(queueOf('we_1'), 'mine'), log.begin(queueOf('we_2'), 'mine')]
  second.add(resultOf('whd_2'))
  second.add(resultOf('whd_3', { event: null, outcome: null }))
  clock.advance(19)
  first.add(resultOf('whd_1', { event: { ...event, data: { ...event.data, erased: true } } }))
  await settle()
  expect(commits).toEqual([])
  clock.advance(1)
  await settle()
  expect(logged()).toEqual([['whd_1', 'whd_2', 'whd_3']])
  expect(commits[0]?.[0]).toMatchObject({ data: { response: null } })
  const when = [{ column: 'lease', op: 'eq', value: 'mine' }]
  expect(queues()[0]).toMatchObject(
    ['we_2', 'we_1'].map((id) => ({ op: 'check', id, exists: true, when })),
  )
})

test('a commit logs rounds with at most 250 results in all, but at least one round', async () => {
  const { log, clock, logged } = openLog()
  for (const [at, count] of [200, 50, 1, 300].entries()) {
    const round = log.begin(queueOf(`we_${at}`), 'mine')
    for (const result of results(count, `whd_${at}`)) round.add(result)
  }
  clock.advance(20)
  await settle()
  expect(logged().map(({ length }) => length)).toEqual([250, 1, 300])
})

test('one commit runs at a time, and a round ends with the commit that releases its queue', async () => {
  const { log, clock, queues, answerCommitsBy } = openLog({ 'webhook_lanes/we_1': queueOf('we_1') })
  const waiting: (() => void)[] = []
  answerCommitsBy(() => new Promise((resolve) => waiting.push(() => resolve({ ok: true }))))
  const round = log.begin(queueOf('we_1'), 'mine')
  round.add(resultOf('whd_1'))
  clock.advance(20)
  await settle()
  let isOver = false
  const ending = round.end({ places: 2, pauseMs: 0 }).then(() => {
    isOver = true
  })
  await settle()
  expect(waiting).toHaveLength(1)
  waiting[0]?.()
  await settle()
  expect([waiting.length, isOver]).toEqual([2, false])
  waiting[1]?.()
  await ending
  expect(queues().map(([op]) => op)).toMatchObject([
    { op: 'check' },
    { op: 'patch', set: { lease: '', places: 2, due_at: null }, ifRev: 1 },
  ])
})

const roundEnd = { places: 1, pauseMs: 0 }

test('a released queue is due when its earliest remaining delivery is due, but not before its pause ends', async () => {
  const due = [dueRow('whd_1', 5), dueRow('whd_9', 40_000)]
  const open = () => openLog({ due, 'webhook_lanes/we_1': queueOf('we_1') })
  const [soon, later] = [open(), open()]
  for (const [{ log }, pauseMs] of [[soon, 0] as const, [later, 35_000] as const]) {
    const round = log.begin(queueOf('we_1'), 'mine')
    round.add(resultOf('whd_1', { outcome: refused }))
    round.add(resultOf('whd_2'))
    await round.end({ ...roundEnd, pauseMs })
  }
  expect(soon.queues()[0]).toMatchObject([{ set: { due_at: 30_000 } }])
  expect(later.queues()[0]).toMatchObject([{ set: { due_at: 35_000 } }])
  const values = soon.queries[0]?.where?.map(({ column, value }) => [column, value])
  expect(values).toEqual([
    ['workspace', 'ws_1'],
    ['endpoint', 'we_1'],
  ])
})

test('a queue that was woken in the meantime keeps the time for which it was woken', async () => {
  const { log, queues, queries } = openLog({ 'webhook_lanes/we_1': queueOf('we_1', 2, 7) })
  await log.begin(queueOf('we_1', 1), 'mine').end(roundEnd)
  expect(queues()[0]).toMatchObject([{ set: { due_at: 7 }, ifRev: 2 }])
  expect(queries).toEqual([])
})

test('results that cannot be logged fail their round, and no other', async () => {
  const failure = new Error('The database is unreachable.')
  const { log, answerCommitsBy, logged } = openLog({
    'webhook_lanes/we_1': queueOf('we_1'),
    'webhook_lanes/we_2': queueOf('we_2'),
    'deliveries_due/whd_2': dueRow('whd_2'),
    'webhook_deliveries/whd_2': { id: 'whd_2', columns: { erased: 0 } },
    'events/evt_1': event,
  })
  answerCommitsBy(async (ops) => {
    if (ops.some((op) => 'id' in op && op.id === 'we_1')) throw failure
    return { ok: true }
  })
  const [first, second] = [log.begin(queueOf('we_1'), 'mine'), log.begin(queueOf('we_2'), 'mine')]
  first.add(resultOf('whd_1'))
  second.add(resultOf('whd_2'))
  const ends = await Promise.allSettled([first.end(roundEnd), second.end(roundEnd)])
  expect(ends).toMatchObject([{ status: 'rejected', reason: failure }, { status: 'fulfilled' }])
  expect(logged().at(-1)).toEqual(['whd_2'])
})

test('the commit that releases a queue logs every attempt of its round, including those that could not be logged before', async () => {
  const { log, clock, answerCommitsBy, logged, queues } = openLog({
    'webhook_lanes/we_1': queueOf('we_1'),
    'deliveries_due/whd_1': dueRow('whd_1'),
    'webhook_deliveries/whd_1': { id: 'whd_1', columns: { erased: 0 } },
    'events/evt_1': event,
  })
  answerCommitsBy(() => Promise.reject(new Error('The database is unreachable.')))
  const round = log.begin(queueOf('we_1'), 'mine')
  round.add(resultOf('whd_1'))
  clock.advance(20)
  await settle()
  answerCommitsBy(async () => ({ ok: true }))
  round.add(resultOf('whd_2'))
  await round.end(roundEnd)
  expect(logged().at(-1)).toEqual(['whd_1', 'whd_2'])
  expect(queues().at(-1)).toMatchObject([{ op: 'patch', set: { lease: '' } }])
})

test('a delivery without a payload only gets a new time in the log; sent deliveries are logged, unless they left the schedule', async () => {
  const { log, commits, logged } = openLog({
    'webhook_lanes/we_1': queueOf('we_1'),
    'webhook_lanes/we_2': queueOf('we_2'),
    'deliveries_due/whd_1': dueRow('whd_1'),
    'webhook_deliveries/whd_1': { id: 'whd_1', columns: { erased: 0 }, data: { response: 'kept' } },
    'deliveries_due/whd_2': dueRow('whd_2'),
    'webhook_deliveries/whd_2': { id: 'whd_2', columns: { erased: 0 } },
    'deliveries_due/whd_3': dueRow('whd_3'),
    'webhook_deliveries/whd_3': { id: 'whd_3', columns: { erased: 0 } },
    'events/evt_1': event,
  })
  const [sent, unsent] = [log.begin(queueOf('we_2'), 'mine'), log.begin(queueOf('we_1'), 'mine')]
  sent.add(resultOf('whd_3'))
  unsent.add(resultOf('whd_1', { outcome: null }))
  unsent.add(resultOf('whd_2'))
  unsent.add(resultOf('whd_without_row'))
  await Promise.all([sent.end(roundEnd), unsent.end(roundEnd)])
  expect(logged().sort()).toEqual([['whd_1', 'whd_2'], ['whd_3']])
  expect(commits).toContainEqual([
    expect.objectContaining({
      in: 'webhook_deliveries',
      data: { response: 'kept', next_at: 1_000 },
    }),
    expect.objectContaining({ in: 'deliveries_due', set: { due_at: 1_000 } }),
    expect.objectContaining({ in: 'webhook_deliveries', id: 'whd_2' }),
    expect.objectContaining({ op: 'remove', in: 'deliveries_due', id: 'whd_2' }),
    expect.objectContaining({
      in: 'webhook_lanes',
      set: { lease: '', places: 1, due_at: 1_000 },
    }),
  ])
})

test('a delivery that was removed from the log leaves the schedule, and a round whose queue was deleted logs nothing', async () => {
  const rows = { 'webhook_lanes/we_1': queueOf('we_1'), 'deliveries_due/whd_1': dueRow('whd_1') }
  const { log, commits, answerCommitsBy } = openLog(rows)
  answerCommitsBy(async () => ({ ok: commits.length > 1 }))
  const [kept, deleted] = [log.begin(queueOf('we_1'), 'mine'), log.begin(queueOf('we_2'), 'mine')]
  kept.add(resultOf('whd_1'))
  deleted.add(resultOf('whd_2'))
  await Promise.all([kept.end(roundEnd), deleted.end(roundEnd)])
  expect(commits[1]).toMatchObject([
    { op: 'remove', in: 'deliveries_due', id: 'whd_1', ifRev: 1 },
    { op: 'patch', in: 'webhook_lanes', id: 'we_1' },
  ])
  expect(commits).toHaveLength(2)
})
