import { memoryStore, type Store } from '@doorkit/store'
import { describe, expect, test } from 'vitest'
import { collections, schemaPlan } from '../../src/collections/all-collections.ts'
import { type Clock, type Logger, manualClock, silentLogger } from '../../src/index.ts'
import type { Services } from '../../src/services/services.ts'
import { createWorker } from '../../src/worker/worker.ts'
import { until } from '../support/faulty-store.ts'

const stepCollection = (name: string) => ({
  name,
  columns: { due_at: 'integer', lease: 'text' } as const,
  indexes: [{ name: `${name}_due`, on: ['due_at'] }],
})

const plan = {
  ...schemaPlan,
  collections: [...schemaPlan.collections, stepCollection('first'), stepCollection('second')],
}

const minute = 60_000

/** Lets a worker do everything that needs no time to pass. */
async function settle() {
  for (let tick = 0; tick < 20; tick++) await new Promise(setImmediate)
}

/** A worker of two steps over a store that reports no writes. */
async function openWorker(
  changes: Partial<Store> = {},
  work: { readonly [step in 'first' | 'second']?: () => Promise<unknown> } = {},
) {
  const inner = memoryStore()
  delete inner.watch
  await inner.migrate(plan)
  const manual = manualClock(1_000_000)
  const timers = new Map<object, number>()
  let setBackMs = 0
  const clock: Clock = {
    now: () => manual.now() - setBackMs,
    after(delayMs, wake) {
      const timer = {}
      timers.set(timer, delayMs)
      const cancel = manual.after(delayMs, () => {
        timers.delete(timer)
        wake()
      })
      return () => {
        timers.delete(timer)
        cancel()
      }
    },
  }
  const failures: object[] = []
  let sweeps = 0
  let looks = 0
  const store: Store = {
    ...inner,
    async list(query) {
      if (query.in === 'first') looks++
      return inner.list(query)
    },
    async deleteMany(query) {
      if (query.in === 'events') sweeps++
      return inner.deleteMany(query)
    },
    ...changes,
  }
  const logger: Logger = { ...silentLogger, error: (facts) => void failures.push(facts) }
  const services = {
    store,
    fairStore: () => store,
    clock,
    logger,
    closing: new AbortController().signal,
    payloadDelayMs: 0,
    checkClock: () => {},
  } as unknown as Services
  const step = (collection: 'first' | 'second') => ({
    collection,
    dueIndex: `${collection}_due`,
    leaseMs: minute,
    concurrency: 1,
    work: work[collection] ?? (async () => {}),
  })
  const steps = { first: step('first'), second: step('second') }
  let rows = 0
  return {
    ...createWorker(async () => services, steps),
    clock: manual,
    /** Sets the clock back. Timers, like those of the machine, do not change. */
    setClockBack(ms: number) {
      setBackMs += ms
    },
    /** The delays of the running timers. */
    timers: () => [...timers.values()],
    failures,
    sweeps: () => sweeps,
    /** How often the worker looked for due work of the first step. */
    looks: () => looks,
    async add(collection: string) {
      const row = { id: `row_${rows++}`, columns: { due_at: clock.now(), lease: null }, data: {} }
      await inner.commit([{ op: 'insert', in: collection, row }])
    },
  }
}

test('a tick also does the work that its steps create for each other, even if no write wakes the worker', async () => {
  const left = ['second', 'first']
  const work = async () => {
    const next = left.shift()
    if (next) await worker.add(next)
  }
  const worker = await openWorker({}, { first: work, second: work })
  await worker.add('first')
  expect(await worker.tick()).toEqual({ first: 2, second: 1 })
})

test('a worker that cannot watch a collection reports why, ends its other watches, and can be started again', async () => {
  const error = new Error('cannot watch')
  let watches = 0
  let ended = 0
  const worker = await openWorker({
    async watch() {
      watches += 1
      if (watches === 1) throw error
      return async () => void ended++
    },
  })
  await worker.start()
  await settle()
  expect(worker.failures).toEqual([{ error }])
  expect([worker.looks(), ended]).toEqual([0, 1])
  await worker.start()
  await until(() => worker.looks() > 0)
  await worker.stop()
  expect([worker.failures.length, ended]).toEqual([1, 3])
})

test('a worker whose clock is set back an hour looks for due work five seconds later', async () => {
  let works = 0
  const worker = await openWorker({}, { first: async () => void works++ })
  await worker.start()
  await settle()
  worker.setClockBack(60 * minute)
  await worker.add('first')
  worker.clock.advance(5_000)
  await settle()
  await worker.stop()
  expect(works).toBe(1)
})

describe('a sweep', () => {
  test('runs at once after the clock was set back an hour', async () => {
    const worker = await openWorker()
    await worker.tick()
    worker.setClockBack(60 * minute)
    await worker.tick()
    expect(worker.sweeps()).toBe(2)
  })

  test('runs in a tick once a minute', async () => {
    const worker = await openWorker()
    const sweeps: number[] = []
    for (const ms of [0, minute - 1, 1, minute]) {
      worker.clock.advance(ms)
      await worker.tick()
      sweeps.push(worker.sweeps())
    }
    expect(sweeps).toEqual([1, 1, 2, 3])
  })

  test('that fails is reported, and tried again a minute later', async () => {
    const error = new Error('read only')
    const worker = await openWorker({
      async deleteMany() {
        throw error
      },
    })
    await worker.tick()
    expect(worker.failures).toEqual([{ error }])
    await worker.tick()
    expect(worker.failures).toHaveLength(1)
    worker.clock.advance(minute)
    await worker.tick()
    expect(worker.failures).toHaveLength(2)
  })

  test('that takes a minute is followed by another immediately', async () => {
    let isFree = false
    let removals = 0
    let go = () => {}
    const worker = await openWorker({
      async deleteMany() {
        removals++
        if (!isFree) {
          await new Promise<void>((resolve) => {
            go = resolve
          })
        }
        return { changed: 0, more: false }
      },
    })
    await worker.start()
    await until(() => removals === 1)
    worker.clock.advance(minute)
    await settle()
    expect(removals).toBe(1)
    isFree = true
    go()
    const sweptCollections = collections.filter(
      ({ plan }) => typeof plan.retention !== 'string',
    ).length
    await until(() => removals === 2 * sweptCollections)
    await worker.stop()
    expect(removals).toBe(2 * sweptCollections)
  })

  test('that is running delays the stop of the worker, and no second one starts', async () => {
    const ends: (() => void)[] = []
    const worker = await openWorker({
      deleteMany: () =>
        new Promise((resolve) => ends.push(() => resolve({ changed: 0, more: false }))),
    })
    await worker.start()
    await until(() => ends.length === 1)
    worker.clock.advance(minute)
    await settle()
    expect(ends).toHaveLength(1)
    let isStopped = false
    const stopping = worker.stop().then(() => {
      isStopped = true
    })
    await settle()
    expect(isStopped).toBe(false)
    await until(() => {
      ends.shift()?.()
      return isStopped
    })
    await stopping
  })
})

describe('a worker', () => {
  test('looks for work every five seconds while nothing is due, until it is stopped', async () => {
    const worker = await openWorker()
    await worker.start()
    await until(() => worker.looks() === 1)
    await settle()
    expect(worker.looks()).toBe(1)
    worker.clock.advance(4_999)
    await settle()
    expect(worker.looks()).toBe(1)
    worker.clock.advance(1)
    await until(() => worker.looks() === 2)
    await worker.stop()
    worker.clock.advance(minute)
    await settle()
    expect(worker.looks()).toBe(2)
  })

  test('that is stopped before it has started never looks for work', async () => {
    const worker = await openWorker()
    const starting = worker.start()
    await worker.stop()
    await starting
    await settle()
    expect(worker.looks()).toBe(0)
  })

  test('can be started twice, and stopped twice or before a start', async () => {
    const worker = await openWorker()
    await worker.stop()
    await worker.start()
    await worker.start()
    await until(() => worker.looks() > 0)
    await settle()
    expect(worker.looks()).toBe(1)
    await worker.stop()
    await worker.stop()
  })

  test('is woken by a store that reports writes, until it is stopped', async () => {
    const watched = new Map<string, () => void>()
    const worker = await openWorker({
      watch: async (channel, wake) => {
        watched.set(channel, wake)
        return async () => void watched.delete(channel)
      },
    })
    await worker.start()
    await until(() => worker.looks() === 1)
    await settle()
    expect([...watched.keys()]).toEqual(['first', 'second'])
    watched.get('first')?.()
    await until(() => worker.looks() === 2)
    await settle()
    expect(worker.timers()).toEqual([5_000])
    await worker.stop()
    expect([watched.size, worker.timers()]).toEqual([0, []])
  })
})
