import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRateLimitCounter } from '../../src/kit/rate-limit-counter.ts'
import { manualClock } from '../../src/ports/clock.ts'
import { type ConsumeQuery, type ConsumeResult, memoryStore } from '../../src/store.ts'

const windowMs = 60_000
const key = 'rate.key_1.standard'
const seed = 20_261_122

/** A store that says how often it was asked, and for how many points. */
async function openStore() {
  const store = memoryStore()
  await store.migrate({ collections: [] })
  const asked: number[] = []
  return {
    asked,
    calls: () => asked.length,
    consume(query: ConsumeQuery): Promise<ConsumeResult> {
      asked.push(query.points)
      return store.consume(query)
    },
  }
}

type Counted = Pick<Awaited<ReturnType<typeof openStore>>, 'consume'>

/** The counter of a process, whose clock the test also puts back. */
function processOver(store: Counted) {
  let now = 1_000_000
  const clock = { ...manualClock(0), now: () => now }
  return {
    ...createRateLimitCounter({ store, clock, windowMs }),
    now: () => now,
    pass(milliseconds: number) {
      now += milliseconds
    },
  }
}

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ count: fc.integer({ min: 1, max: 40 }) }) },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: 70_000 }) }) },
    { weight: 1, arbitrary: fc.record({ pass: fc.integer({ min: -200_000, max: 200_000 }) }) },
    { weight: 1, arbitrary: fc.record({ limit: fc.integer({ min: 1, max: 300 }) }) },
  ),
  { maxLength: 30 },
)

test('requests that come together are answered as if each were counted in the store', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const [one, reference] = [processOver(await openStore()), await openStore()]
      let limit = 120
      for (const step of sequence) {
        if ('pass' in step) one.pass(step.pass)
        if ('limit' in step) limit = step.limit
        if (!('count' in step)) continue
        const each = Array.from({ length: step.count })
        const answers = await Promise.all(each.map(() => one.count({ key, limit })))
        const query = { key, limit, windowMs, now: one.now(), points: 1 }
        const wanted = await Promise.all(each.map(() => reference.consume(query)))
        expect(answers).toEqual(wanted)
      }
    }),
    { seed, numRuns: 60 },
  )
})

test('of several processes exactly the limit passes, in any order, whichever of them dies', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 300 }),
      fc.integer({ min: 0, max: 2 }),
      async (scheduler, limit, order, survivor) => {
        const store = await openStore()
        const consume = scheduler.scheduleFunction((query: ConsumeQuery) => store.consume(query))
        const processes = [0, 1, 2].map(() => processOver({ consume }))
        const countIn = (place: number) => processes[place]?.count({ key, limit })
        const first = Promise.all(order.map(countIn))
        await scheduler.waitFor(first)
        let passed = (await first).filter((answer) => answer?.allowed).length
        expect(passed).toBe(Math.min(limit, order.length))
        for (;;) {
          const next = countIn(survivor)
          await scheduler.waitFor(Promise.resolve(next))
          if (!(await next)?.allowed) break
          passed += 1
        }
        expect(passed).toBe(limit)
      },
    ),
    { seed, numRuns: 60 },
  )
})

test('requests of one turn, and those that come while others are counted, share a write', async () => {
  const store = await openStore()
  let reply = () => {}
  const held = new Promise<void>((resolve) => {
    reply = resolve
  })
  let begun = () => {}
  const began = new Promise<void>((resolve) => {
    begun = resolve
  })
  const one = processOver({
    async consume(query) {
      begun()
      await held
      return store.consume(query)
    },
  })
  const window = { key, limit: 100 }
  const early = Array.from({ length: 20 }, () => one.count(window))
  await began
  const later = Array.from({ length: 30 }, () => one.count(window))
  reply()
  const counts = (await Promise.all([...early, ...later])).map(({ count }) => count)
  expect(counts).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  expect(store.calls()).toBe(2)
})

test('of requests that come together the first pass, and the others learn when to come back', async () => {
  const one = processOver(await openStore())
  const window = { key, limit: 12 }
  const answers = await Promise.all(Array.from({ length: 20 }, () => one.count(window)))
  expect(answers.map(({ allowed }) => allowed)).toEqual(
    Array.from({ length: 20 }, (_, at) => at < 12),
  )
  for (const { resetAt } of answers) expect(resetAt).toBe(one.now() + windowMs)
  expect(answers.at(-1)?.count).toBe(12)
})

test('of requests that come together and fit in part, as many as do share a write', async () => {
  const store = await openStore()
  const [one, other] = [processOver(store), processOver(store)]
  const window = { key, limit: 100 }
  const countBy = (process: typeof one, requests: number) =>
    Promise.all(Array.from({ length: requests }, () => process.count(window)))
  await countBy(other, 60)
  const answers = await countBy(one, 50)
  expect(answers.map(({ count }) => count)).toEqual(
    Array.from({ length: 50 }, (_, at) => Math.min(61 + at, 100)),
  )
  expect(store.asked).toEqual([60, 50, 40, 10])
})

test('a refusal whose points were given back before the store looked is asked for fewer', async () => {
  const inner = await openStore()
  const asked: number[] = []
  const one = processOver({
    async consume(query) {
      asked.push(query.points)
      const free = { allowed: false, count: 0, resetAt: query.now + windowMs }
      return asked.length < 4 ? free : inner.consume(query)
    },
  })
  const window = { key, limit: 10 }
  const answers = await Promise.all([one.count(window), one.count(window)])
  expect(answers).toMatchObject([
    { allowed: true, count: 1 },
    { allowed: true, count: 2 },
  ])
  expect(asked).toEqual([2, 1, 1, 1, 1])
})

test('limits of one key that differ are counted together, each by its own measure', async () => {
  const one = processOver(await openStore())
  const [low, high] = [
    { key, limit: 1 },
    { key, limit: 3 },
  ]
  expect(await one.count(low)).toMatchObject({ allowed: true, count: 1 })
  const answers = await Promise.all([one.count(low), one.count(high), one.count(high)])
  expect(answers.map(({ allowed }) => allowed)).toEqual([false, true, true])
})

test('of a large limit a ten-thousandth is taken ahead, and exactly the limit passes', async () => {
  const store = await openStore()
  const one = processOver(store)
  const window = { key, limit: 20_000 }
  for (let count = 1; count <= window.limit; count += 1) {
    expect(await one.count(window)).toMatchObject({ allowed: true, count })
  }
  expect(store.calls()).toBeLessThan(window.limit / 2)
  expect(await one.count(window)).toMatchObject({ allowed: false, count: window.limit })
})

test('of a large limit that others have used up, nothing is taken ahead', async () => {
  const store = await openStore()
  const one = processOver(store)
  const window = { key, limit: 20_000 }
  await store.consume({ ...window, windowMs, now: one.now(), points: window.limit })
  for (let count = 0; count < 3; count += 1) {
    expect(await one.count(window)).toMatchObject({ allowed: false, count: window.limit })
  }
})

test('requests that come together use up what was taken ahead first', async () => {
  const store = await openStore()
  const one = processOver(store)
  const window = { key, limit: 1_000_000 }
  const counts: number[] = []
  for (const together of [1, 150, 3, 80]) {
    const all = await Promise.all(Array.from({ length: together }, () => one.count(window)))
    counts.push(...all.map(({ count }) => count))
  }
  expect(counts).toEqual(Array.from({ length: 234 }, (_, at) => at + 1))
  expect(store.calls()).toBe(2)
})

test('what was taken ahead ends with its window, and when the clock is put back', async () => {
  const one = processOver(await openStore())
  const window = { key, limit: 1_000_000 }
  await one.count(window)
  one.pass(windowMs)
  expect(await one.count(window)).toMatchObject({ count: 1, resetAt: one.now() + windowMs })
  one.pass(-10 * windowMs)
  expect(await one.count(window)).toMatchObject({ count: 1, resetAt: one.now() + windowMs })
})

test('what is taken back can be used again, and a refusal takes nothing back', async () => {
  const one = processOver(await openStore())
  const window = { key, limit: 1 }
  const counted = await one.count(window)
  const refused = await one.count(window)
  await one.takeBack(window, refused)
  expect((await one.look(window)).count).toBe(1)
  await one.takeBack(window, counted)
  expect(await one.count(window)).toMatchObject({ allowed: true, count: 1 })
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
  const waiting = await Promise.allSettled([one.count(window), one.count(window)])
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await one.count(window)).toMatchObject({ allowed: true, count: 1 })
})
