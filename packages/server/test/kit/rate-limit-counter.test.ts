import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createRateLimitCounter,
  type RateLimitCounterOptions,
} from '../../src/kit/rate-limit-counter.ts'
import { manualClock } from '../../src/ports/clock.ts'
import { type ConsumeQuery, type ConsumeResult, memoryStore } from '../../src/store.ts'

const windowMs = 60_000
const key = 'rate.key_1.standard'

/** A clock that the test may also put back. */
function jumpingClock() {
  const inner = manualClock(1_000_000)
  let shift = 0
  return {
    now: () => inner.now() + shift,
    after: inner.after,
    advance: inner.advance,
    jump(milliseconds: number) {
      shift += milliseconds
    },
  }
}

async function openStore() {
  const store = memoryStore()
  await store.migrate({ collections: [] })
  let calls = 0
  return {
    calls: () => calls,
    consume(query: ConsumeQuery): Promise<ConsumeResult> {
      calls += 1
      return store.consume(query)
    },
  }
}

/** The leases of a process over a store, and what still runs in its background. */
function processOver(
  store: Pick<Awaited<ReturnType<typeof openStore>>, 'consume'>,
  options: Pick<RateLimitCounterOptions, 'partAhead'> = { partAhead: 16 },
) {
  const clock = jumpingClock()
  const running = new Set<Promise<void>>()
  const background = (work: () => Promise<void>) => {
    const run = work().finally(() => running.delete(run))
    running.add(run)
  }
  const leases = createRateLimitCounter({ store, clock, windowMs, background, ...options })
  return {
    ...leases,
    clock,
    /** Lets time pass, and what falls due end. */
    async pass(milliseconds: number) {
      clock.advance(milliseconds)
      await Promise.all(running)
    },
  }
}

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ take: fc.integer({ min: 1, max: 40 }) }) },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: 70_000 }) }) },
    { weight: 1, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: 150 }) }) },
    { weight: 1, arbitrary: fc.record({ jump: fc.integer({ min: -200_000, max: 200_000 }) }) },
    { weight: 1, arbitrary: fc.record({ limit: fc.integer({ min: 1, max: 300 }) }) },
  ),
  { maxLength: 60 },
)

test('one process answers as if each request were counted in the store', async () => {
  let taken = 0
  let calls = 0
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const store = await openStore()
      const one = processOver(store)
      const reference = await openStore()
      let limit = 120
      for (const step of sequence) {
        if ('pass' in step) await one.pass(step.pass)
        if ('jump' in step) one.clock.jump(step.jump)
        if ('limit' in step) limit = step.limit
        if (!('take' in step)) continue
        for (let at = 0; at < step.take; at += 1) {
          const now = one.clock.now()
          const counted = await reference.consume({ key, limit, windowMs, now, points: 1 })
          const { allowed, count, resetAt } = await one.take({ key, limit })
          expect({ allowed, resetAt }).toEqual({
            allowed: counted.allowed,
            resetAt: counted.resetAt,
          })
          // What was counted before a limit became lower shows as used up, either way.
          expect(Math.min(count, limit)).toBe(Math.min(counted.count, limit))
          taken += 1
        }
      }
      calls += store.calls()
    }),
    { seed: 20_261_122 },
  )
  expect(calls).toBeLessThan(taken)
})

test('of several processes exactly the limit passes, in any order, once all are refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 300 }),
      async (scheduler, limit, order) => {
        const store = await openStore()
        const consume = scheduler.scheduleFunction((query: ConsumeQuery) => store.consume(query))
        const processes = [0, 1, 2].map(() => processOver({ consume }))
        const takeFrom = (place: number) => processes[place]?.take({ key, limit })
        const first = Promise.all(order.map(takeFrom))
        await scheduler.waitFor(first)
        let passed = (await first).filter((answer) => answer?.allowed).length
        expect(passed).toBeLessThanOrEqual(limit)
        for (const place of [0, 1, 2]) {
          for (;;) {
            const next = takeFrom(place)
            await scheduler.waitFor(Promise.resolve(next))
            if (!(await next)?.allowed) break
            passed += 1
          }
        }
        expect(passed).toBe(limit)
      },
    ),
    { seed: 20_261_122, numRuns: 60 },
  )
})

test('no more passes than the store gave of each window, whatever the clocks of the processes do', async () => {
  let passes = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), steps), { maxLength: 6 }),
      async (turns) => {
        const store = await openStore()
        /** Points that the store gave of each window. */
        const given: number[] = []
        const consume = async (query: ConsumeQuery) => {
          const answer = await store.consume(query)
          // A window that begins counts from the start.
          if (answer.allowed && answer.count === query.points) given.push(0)
          if (answer.allowed) given.push((given.pop() ?? 0) + query.points)
          return answer
        }
        const limit = 50
        let passed = 0
        const processes = [0, 1, 2].map(() => processOver({ consume }))
        for (const [place, sequence] of turns) {
          const one = processes[place]
          for (const step of sequence) {
            if ('pass' in step) await one?.pass(step.pass)
            if ('jump' in step) one?.clock.jump(step.jump)
            if (!('take' in step)) continue
            for (let at = 0; at < step.take; at += 1) {
              if ((await one?.take({ key, limit }))?.allowed) passed += 1
            }
          }
        }
        for (const points of given) expect(points).toBeLessThanOrEqual(limit)
        expect(passed).toBeLessThanOrEqual(given.reduce((sum, points) => sum + points, 0))
        passes += passed
      },
    ),
    { seed: 20_261_122, numRuns: 60 },
  )
  expect(passes).toBeGreaterThan(1_000)
})

test('a busy key asks the store seldom, and once when its limit is used up', async () => {
  const store = await openStore()
  const one = processOver(store)
  const limit = 10_000
  for (let taken = 0; taken < limit; taken += 1) await one.take({ key, limit })
  expect(store.calls()).toBeLessThan(60)
  const before = store.calls()
  expect(await one.take({ key, limit })).toMatchObject({ allowed: false, count: limit })
  expect(store.calls()).toBe(before + 1)
})

test('a key that is called seldom leaves everything to other processes', async () => {
  const store = await openStore()
  const [one, other] = [processOver(store), processOver(store)]
  const limit = 1_000
  for (let taken = 0; taken < 100; taken += 1) await one.take({ key, limit })
  await one.pass(100)
  for (let taken = 0; taken < 900; taken += 1) {
    expect(await other.take({ key, limit })).toMatchObject({ allowed: true })
  }
  expect(await other.take({ key, limit })).toMatchObject({ allowed: false, count: limit })
})

test('of the limit of a plan a process holds nothing that another one could spend', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: 1, max: 16 }),
      async (limit, together) => {
        const store = await openStore()
        const [one, other] = [processOver(store, {}), processOver(store, {})]
        let passed = 0
        const takeFrom = async (leases: typeof one, count: number) => {
          const takes = Array.from({ length: count }, () => leases.take({ key, limit }))
          const answers = await Promise.all(takes)
          passed += answers.filter(({ allowed }) => allowed).length
        }
        while (passed < limit / 2) await takeFrom(one, together)
        // The first one dies here: nothing is given back.
        await takeFrom(other, limit)
        expect(passed).toBe(limit)
      },
    ),
    { seed: 20_261_122 },
  )
})

test('a large limit takes a ten-thousandth of its points ahead', async () => {
  const store = await openStore()
  const one = processOver(store, {})
  const limit = 1_000_000
  for (let taken = 0; taken < 2_000; taken += 1) await one.take({ key, limit })
  expect(store.calls()).toBeLessThan(40)
  const now = one.clock.now()
  const { count } = await store.consume({ key, limit, windowMs, now, points: 0 })
  expect(count - 2_000).toBeLessThan(limit / 10_000)
})

test('requests that come together share one question to the store', async () => {
  const store = await openStore()
  const one = processOver(store)
  const limit = 12
  const answers = await Promise.all(Array.from({ length: 20 }, () => one.take({ key, limit })))
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(limit)
  expect(store.calls()).toBeLessThan(6)
})

test('closing gives back what was not spent', async () => {
  const store = await openStore()
  const one = processOver(store)
  const limit = 1_000
  for (let taken = 0; taken < 100; taken += 1) await one.take({ key, limit })
  await one.close()
  const now = one.clock.now()
  expect(await store.consume({ key, limit, windowMs, now, points: 0 })).toMatchObject({
    count: 100,
  })
})

test('a store that cannot count fails the requests that wait, and no later one', async () => {
  const inner = await openStore()
  let isAway = true
  const one = processOver({
    async consume(query) {
      if (isAway) throw new Error('The database is away.')
      return inner.consume(query)
    },
  })
  const window = { key, limit: 10 }
  await expect(one.take(window)).rejects.toThrow('away')
  isAway = false
  expect(await one.take(window)).toMatchObject({ allowed: true, count: 1 })
})
