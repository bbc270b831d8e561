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

/** A lock, and services whose store accepts a commit if `accepts` returns true. */
function setUp(accepts: () => boolean, first: WholeAnswer | null = null) {
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
        return { ok: accepts() }
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
  const passSecond = async () => {
    clock.advance(1_000)
    await new Promise(setImmediate)
  }
  return { services, lock, commits, warnings, passSecond, closing }
}

const failToCommit = (): boolean => {
  throw new Error('The database is unreachable.')
}

test('an idempotency key that could not be released is released once the store is back', async () => {
  let isDown = true
  const scene = setUp(() => !isDown || failToCommit())
  await releaseOrRetry(scene.services, scene.lock)
  expect(scene.warnings).toMatchObject([{ request_id: 'req_1', error: { message: /unreachable/ } }])
  await scene.passSecond()
  isDown = false
  await scene.passSecond()
  await scene.passSecond()
  expect(scene.commits).toEqual([[op('free')], [op('free')], [op('free')]])
})

test('the release of an idempotency key is retried every second until its lock would end', async () => {
  const scene = setUp(failToCommit)
  await releaseOrRetry(scene.services, scene.lock)
  for (let tries = 0; tries < limits.idempotencyLockSeconds; tries += 1) await scene.passSecond()
  expect(scene.commits).toHaveLength(1 + limits.idempotencyLockSeconds)
  await scene.passSecond()
  expect(scene.commits).toHaveLength(1 + limits.idempotencyLockSeconds)
})

test('a server that closes retries a release at most once more', async () => {
  const scene = setUp(failToCommit)
  await releaseOrRetry(scene.services, scene.lock)
  scene.closing.abort()
  await scene.passSecond()
  await scene.passSecond()
  expect(scene.commits).toHaveLength(2)
})

test('an answer is stored in a commit of its own, with the people whom it is about', async () => {
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

test('instead of an answer about somebody who was erased in the meantime, another one is stored', async () => {
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

test('the answer about an erased person is not sent, even if no other answer can be stored', async () => {
  const { services, lock, commits } = setUp(() => false)
  const sent = await storeAnswerAfter(services, lock, answer('mine'), ['ada'])
  expect(sent.body).not.toContain('mine')
  expect(commits).toHaveLength(2)
})
