import type { ListQuery, Ref, Row, WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import { manualClock, silentLogger } from '../../src/index.ts'
import type { AttemptOutcome, OutgoingWebhook } from '../../src/ports/webhook-sender.ts'
import type { Services } from '../../src/services/services.ts'
import { deliverStep } from '../../src/webhooks/deliver.ts'

const accepted: AttemptOutcome = {
  status: 204,
  error: null,
  response: '',
  durationMs: 50,
  retryAfterMs: null,
}

const queue: Row = {
  id: 'we_1',
  rev: 1,
  columns: { workspace: 'ws_1', due_at: 0, lease: 'mine', places: 2 },
  data: null,
}

const endpointRow = (enabled: number) => ({
  id: 'we_1',
  rev: 4,
  columns: { workspace: 'ws_1', enabled },
  data: {
    url: 'https://a.example',
    failing_since: null,
    secrets: [{ sealed: 's', expires_at: null }],
  },
})

const dueRow = (at: number) => ({
  id: `whd_${at}`,
  rev: 1,
  columns: { workspace: 'ws_1', endpoint: 'we_1', due_at: 0 },
  data: { event: 'evt_1', event_type: 'lead.captured', automatic: 0, automatic_at: 0, manual: 0 },
})

/** An endpoint with one page of due deliveries, and a way to run a round of it. */
function setUp(rows: Readonly<Record<string, unknown>> = {}) {
  const clock = manualClock(0)
  const sent: OutgoingWebhook[] = []
  const commits: (readonly WriteOp[])[] = []
  let pages = 0
  let answer = async (): Promise<AttemptOutcome> => accepted
  const all: Record<string, unknown> = {
    webhook_lanes: queue,
    webhook_endpoints: endpointRow(1),
    events: { id: 'evt_1', columns: {}, data: { payload: '{}', erased: false } },
    ...rows,
  }
  const store = {
    get: async (refs: readonly Ref[]) => refs.map((ref) => all[ref.in] ?? null),
    async list({ where = [], after, limit }: ListQuery) {
      // Only pages of due deliveries have a third condition. The log's list of what remains has two.
      if (where.length > 2) pages += 1
      return after ? [] : Array.from({ length: limit }, (_, at) => dueRow(at))
    },
    async commit(ops: readonly WriteOp[]) {
      commits.push(ops)
      return { ok: ops.every((op) => op.op !== 'patch' || all[op.in] !== null) }
    },
  }
  const services = {
    store,
    fairStore: () => store,
    clock,
    logger: silentLogger,
    random: () => 0.5,
    vault: { open: (sealed: string) => sealed },
    sender: {
      send(webhook: OutgoingWebhook) {
        sent.push(webhook)
        return answer()
      },
    },
  } as unknown as Services
  const step = deliverStep(40)
  return {
    step,
    clock,
    sent,
    commits,
    answerBy(next: typeof answer) {
      answer = next
    },
    deleteEndpoint() {
      all.webhook_endpoints = null
    },
    runRound: (places: number, mayGoOn = false) =>
      step.work(services, [queue], { token: 'mine', places, mayGoOn: () => mayGoOn }),
    pages: () => pages,
    /** The changes to the queue at the end. */
    end: () => commits.at(-1)?.find((op) => op.in === 'webhook_lanes'),
  }
}

test('the step is fair and can be woken, and an endpoint wants as many places as its queue says', () => {
  const { step } = setUp()
  expect(step).toMatchObject({ concurrency: 40, isFair: true, isWoken: true })
  expect(step.places?.(queue)).toBe(2)
})

test("a round sends as many deliveries at the same time as it has places, signed with the endpoint's secrets", async () => {
  const { runRound, sent, answerBy } = setUp()
  answerBy(() => new Promise(() => {}))
  void runRound(3)
  await new Promise(setImmediate)
  const webhook = { url: 'https://a.example', eventId: 'evt_1', payload: '{}', secrets: ['s'] }
  expect(sent).toEqual([webhook, webhook, webhook])
})

test('a round starts no attempt after a second', async () => {
  const { clock, runRound, sent, answerBy, end } = setUp()
  answerBy(async () => {
    clock.advance(500)
    return accepted
  })
  expect(await runRound(1)).toBe(2)
  expect(sent).toHaveLength(2)
  expect(end()).toMatchObject({ set: { lease: '', places: 4, due_at: 1_000 } })
})

test('an endpoint that does not answer is sent nothing more for five seconds', async () => {
  const { runRound, sent, answerBy, end } = setUp()
  answerBy(async () => ({ ...accepted, status: null, durationMs: 10_000 }))
  expect(await runRound(1)).toBe(1)
  expect(sent).toHaveLength(1)
  expect(end()).toMatchObject({ set: { lease: '', places: 1, due_at: 5_000 } })
})

test('an endpoint that an answer disables is sent nothing more', async () => {
  const { runRound, sent, answerBy } = setUp()
  answerBy(async () => ({ ...accepted, status: 410 }))
  expect(await runRound(1)).toBe(1)
  expect(sent).toHaveLength(1)
})

test('an endpoint that is deleted during its round is sent nothing more', async () => {
  const { runRound, sent, answerBy, deleteEndpoint } = setUp()
  answerBy(async () => {
    deleteEndpoint()
    return { ...accepted, status: 500 }
  })
  expect(await runRound(1)).toBe(1)
  expect(sent).toHaveLength(1)
})

test('a deleted event is neither sent nor counted', async () => {
  const { runRound, sent } = setUp({ events: null })
  expect([await runRound(1), sent]).toEqual([0, []])
})

test('the queue of a disabled endpoint becomes due in an hour, unless the endpoint has changed since it was read', async () => {
  const { runRound, sent, commits } = setUp({ webhook_endpoints: endpointRow(0) })
  expect([await runRound(1), sent]).toEqual([0, []])
  expect(commits).toMatchObject([
    [
      { op: 'check', in: 'webhook_endpoints', id: 'we_1', exists: true, ifRev: 4 },
      {
        op: 'patch',
        in: 'webhook_lanes',
        set: { lease: '', due_at: 3_600_000 },
        when: [{ column: 'lease', op: 'eq', value: 'mine' }],
      },
    ],
  ])
})

test('an endpoint that was deleted leaves nothing to write', async () => {
  const { runRound, commits } = setUp({ webhook_endpoints: null })
  expect([await runRound(1), commits]).toEqual([0, []])
})

test.each([
  ['a round reads on while it has all its places and no other work waits for them', 4, true, 2],
  ['a round does not read on while other work waits', 4, false, 1],
  ['a round does not read on if it could use more places', 2, true, 1],
])('%s', async (_name, places, mayGoOn, pagesRead) => {
  const { runRound, pages } = setUp()
  await runRound(places, mayGoOn)
  expect(pages()).toBe(pagesRead)
})
