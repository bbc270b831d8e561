import { memoryStore, type Store } from '@doorkit/store'
import { expect, test } from 'vitest'
import { type Logger, manualClock, silentLogger } from '../../src/index.ts'
import type { Services } from '../../src/services/services.ts'
import { createWorker } from '../../src/worker/worker.ts'
import { until } from '../support/faulty-store.ts'

const plan = {
  collections: ['first', 'second'].map((name) => ({
    name,
    columns: { due_at: 'integer', lease: 'text' } as const,
    indexes: [{ name: `${name}_due`, on: ['due_at'] }],
  })),
}

const step = (collection: string, work = async () => {}) => ({
  collection,
  dueIndex: `${collection}_due`,
  leaseMs: 60_000,
  concurrency: 1,
  work,
})

/** A worker of two steps. The test decides whether its store can read the rows of the first step. */
async function openWorker(work?: () => Promise<void>) {
  const inner = memoryStore()
  await inner.migrate(plan)
  const clock = manualClock(1_000)
  const failures: unknown[] = []
  const closing = new AbortController()
  let isUnreadable = false
  const store: Store = {
    ...inner,
    list: async (query) => {
      if (isUnreadable && query.in === 'first') throw new Error('no database')
      return inner.list(query)
    },
  }
  const logger: Logger = { ...silentLogger, error: (facts) => void failures.push(facts) }
  const services = {
    store,
    fairStore: () => store,
    clock,
    logger,
    closing: closing.signal,
    payloadDelayMs: 0,
  }
  const steps = { first: step('first', work), second: step('second') }
  return {
    ...createWorker(async () => services as unknown as Services, steps),
    clock,
    closing,
    failures,
    setUnreadable(value: boolean) {
      isUnreadable = value
    },
    async add(collection: string, due_at: number) {
      const row = { id: `${collection}_${due_at}`, columns: { due_at, lease: null }, data: {} }
      await inner.commit([{ op: 'insert', in: collection, row }])
    },
  }
}

test('the next due time is the earliest of all steps, except times that have passed', async () => {
  const worker = await openWorker()
  expect(await worker.nextDueAt()).toBeUndefined()
  await worker.add('second', 9_000)
  await worker.add('first', 10_000)
  expect(await worker.nextDueAt()).toBe(9_000)
  await worker.add('first', 1)
  expect(await worker.nextDueAt()).toBe(9_000)
})

test('a tick that cannot read due rows rejects', async () => {
  const worker = await openWorker()
  worker.setUnreadable(true)
  await expect(worker.tick()).rejects.toThrow('no database')
})

test('a started worker that cannot read due rows reports the error, and tries again later', async () => {
  let worked = 0
  const worker = await openWorker(async () => void worked++)
  worker.setUnreadable(true)
  await worker.add('first', 1_000)
  await worker.start()
  const listFailedReads = () =>
    worker.failures.filter((facts) => `${Object.values(facts as object)}`.includes('no database'))
  await until(() => listFailedReads().length > 0)
  expect(listFailedReads()).toMatchObject([{ error: { message: 'no database' } }])
  worker.setUnreadable(false)
  await until(() => {
    worker.clock.advance(5_000)
    return worked === 1
  })
  await worker.stop()
})

test('work that fails is reported with its step and row, and delays no other work', async () => {
  const broken = new Error('broken')
  const worker = await openWorker(async () => {
    throw broken
  })
  await worker.add('first', 1_000)
  await worker.add('second', 1_000)
  expect(await worker.tick()).toMatchObject({ first: 0, second: 1 })
  expect(worker.failures).toContainEqual({ step: 'first', id: 'first_1000', error: broken })
})

/** Counts the timers that keep this process alive. */
const countLiveTimers = () =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('work that the kit abandons when it closes does not keep the process alive', async () => {
  const ends: (() => void)[] = []
  const worker = await openWorker(() => new Promise((resolve) => void ends.push(resolve)))
  await worker.add('first', 1_000)
  await worker.start()
  await until(() => ends.length > 0)
  const before = countLiveTimers()
  worker.closing.abort()
  expect(countLiveTimers()).toBe(before - 1)
  ends[0]?.()
  await worker.stop()
})
