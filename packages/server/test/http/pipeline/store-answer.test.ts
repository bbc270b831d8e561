import { limits } from '@doorkit/models'
import type { WriteOp } from '@doorkit/store'
import { expect, test } from 'vitest'
import type { IdempotencyLock } from '../../../src/commit/idempotency-lock.ts'
import { releaseOrRetry, storeAnswerAfter } from '../../../src/http/pipeline/store-answer.ts'
import { manualClock } from '../../../src/index.ts'
import type { WholeAnswer } from '../../../src/requests/http-answer.ts'
import type { Services } from '../../../src/services/services.ts'

const answer = (body: string): WholeAnswer => ({ status: 200, headers: {}, body })
const op = (id: string): WriteOp => ({ op: 'remove', in: 'idempotency', partition: 'ws_1', id })

/** A lock, and services whose store accepts a commit when the test allows it. */
function setUp(takes: () => boolean, first: WholeAnswer | null = null) {
  const clock = manualClock(0)
  const closing = new AbortController()
  const commits: (readonly WriteOp[])[] = []
  const warnings: object[] = []
  const services = {
    clock,
    closing: closing.signal,
    logger: { warn: (facts: object) => warnings.push(facts) },
    store: {
      async commit(ops: readonly WriteOp[]) {
        commits.push(ops)
        return { ok: takes() }
      },
    },
  } as unknown as Services
  const lock = {
    requestId: 'req_1',
    findAnswer: async () => first,
    answerWrites: ({ body }, people) => [op([body, ...people].join())],
    releaseWrites: () => [op('free')],
  } as Partial<IdempotencyLock> as IdempotencyLock
  /** Advances the clock by a second and lets its timers run. */
  const second = async () => {
    clock.advance(1_000)
    await new Promise(setImmediate)
  }
  return { services, lock, commits, warnings, second, closing }
}

const failing = (): boolean => {
  throw new Error('The database is unreachable.')
}

test('an idempotency key that could not be released is released as soon as the store is back', async () => {
  let isDown = true
  const kit = setUp(() => !isDown || failing())
  await releaseOrRetry(kit.services, kit.lock)
  expect(kit.warnings).toMatchObject([{ request_id: 'req_1', error: { message: /unreachable/ } }])
  await kit.second()
  isDown = false
  await kit.second()
  await kit.second()
  expect(kit.commits).toEqual([[op('free')], [op('free')], [op('free')]])
})

test('the release of an idempotency key is retried every second until its lock would end', async () => {
  const kit = setUp(failing)
  await releaseOrRetry(kit.services, kit.lock)
  for (let tries = 0; tries < limits.idempotencyLockSeconds; tries += 1) await kit.second()
  expect(kit.commits).toHaveLength(1 + limits.idempotencyLockSeconds)
  await kit.second()
  expect(kit.commits).toHaveLength(1 + limits.idempotencyLockSeconds)
})

test('a closing server stops retrying', async () => {
  const kit = setUp(failing)
  await releaseOrRetry(kit.services, kit.lock)
  kit.closing.abort()
  await kit.second()
  await kit.second()
  expect(kit.commits).toHaveLength(2)
})

test('an answer that follows the last commit is stored with its people', async () => {
  const { services, lock, commits } = setUp(() => true, answer('first'))
  expect(await storeAnswerAfter(services, lock, answer('mine'), ['ada'])).toEqual(answer('mine'))
  expect(commits).toEqual([[op('mine,ada')]])
})

test('if another request with the idempotency key was answered first, its answer is sent', async () => {
  const { services, lock, commits } = setUp(() => false, answer('first'))
  expect(await storeAnswerAfter(services, lock, answer('mine'), [])).toEqual({
    ...answer('first'),
    headers: { 'Idempotent-Replayed': 'true' },
  })
  expect(commits).toHaveLength(1)
})

test('an answer about somebody who was erased in the meantime is not stored', async () => {
  const { services, lock, commits } = setUp(() => commits.length > 1)
  const erased = await storeAnswerAfter(services, lock, answer('mine'), ['ada'])
  expect(erased.body).not.toContain('mine')
  expect(commits).toEqual([[op('mine,ada')], [op(erased.body)]])
})

test('if another request with the idempotency key is answered during an erasure, its answer is sent', async () => {
  const { services, lock, commits } = setUp(() => false)
  lock.findAnswer = async () => (commits.length > 1 ? answer('first') : null)
  expect(await storeAnswerAfter(services, lock, answer('mine'), ['ada'])).toMatchObject({
    body: 'first',
    headers: { 'Idempotent-Replayed': 'true' },
  })
  expect(commits).toHaveLength(2)
})

test('an answer that could not be stored is still sent, without the erased person', async () => {
  const { services, lock, commits } = setUp(() => false)
  const given = await storeAnswerAfter(services, lock, answer('mine'), ['ada'])
  expect(given.body).not.toContain('mine')
  expect(commits).toHaveLength(2)
})
