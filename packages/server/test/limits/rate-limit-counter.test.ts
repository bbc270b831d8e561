import { setImmediate } from 'node:timers/promises'
import { type ConsumeQuery, type ConsumeResult, memoryStore } from '@doorkit/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRateLimitCounter } from '../../src/limits/rate-limit-counter.ts'
import { type Clock, manualClock } from '../../src/ports/clock.ts'

const windowMs = 60_000
const name = 'rate.key_1.standard'
const seed = 20_261_122

/** A store that counts its calls, and the points that they ask for. */
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

type CounterStore = Pick<Awaited<ReturnType<typeof openStore>>, 'consume'>

/**
 * The counters of several processes over one store, with one clock. `pass` advances the clock or, for a
 * negative time, puts it back.
 */
function processesOver(store: CounterStore) {
  const timers = manualClock(1_000_000)
  let back = 0
  const clock = { ...timers, now: () => timers.now() - back }
  return {
    start() {
      let isAlive = true
      const after: Clock['after'] = (ms, wake) => timers.after(ms, () => isAlive && wake())
      const counter = createRateLimitCounter(store, { ...clock, after }, windowMs)
      return Object.assign(counter, {
        kill() {
          isAlive = false
        },
      })
    },
    now: clock.now,
    pass(milliseconds: number) {
      if (milliseconds > 0) timers.advance(milliseconds)
      else back -= milliseconds
    },
  }
}

/** A single process. */
function processOver(store: CounterStore) {
  const processes = processesOver(store)
  return { ...processes.start(), now: processes.now, pass: processes.pass }
}

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ count: fc.integer({ min: 1, max: 40 }) }) },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 0, max: 70_000 }) }) },
    { weight: 1, arbitrary: fc.record({ pass: fc.integer({ min: -200_000, max: 200_000 }) }) },
  ),
  { maxLength: 30 },
)

test('requests that arrive together are answered as if each were counted in the store', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 400 }), async (sequence, limit) => {
      const [one, reference] = [processOver(await openStore()), await openStore()]
      for (const step of sequence) {
        if ('pass' in step) one.pass(step.pass)
        if (!('count' in step)) continue
        const each = Array.from({ length: step.count })
        const answers = await Promise.all(each.map(() => one.count({ name, limit })))
        const query = { key: name, limit, windowMs, now: one.now(), points: 1 }
        const wanted = await Promise.all(each.map(() => reference.consume(query)))
        expect(answers).toEqual(wanted)
      }
    }),
    { seed, numRuns: 60 },
  )
})

/** Requests to one of four processes, time that passes, or the end of a process. */
const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ at: fc.nat(3), requests: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 900 }) }) },
  { weight: 1, arbitrary: fc.record({ at: fc.nat(3), ends: fc.constantFrom('close', 'kill') }) },
)

test('in any order of calls, no more requests pass than the limit, and exactly the limit if no process is killed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 700 }),
      fc.array(event, { maxLength: 50 }),
      async (scheduler, limit, events) => {
        const store = await openStore()
        const consume = scheduler.scheduleFunction((query: ConsumeQuery) => store.consume(query))
        const { start, now, pass } = processesOver({ consume })
        const processes = [start(), start(), start(), start()]
        const passed: number[] = []
        let killed = 0
        const count = async (place: number) => {
          const begunAt = now()
          const answer = await processes[place]?.count({ name, limit })
          if (!answer?.allowed) return false
          passed.push(now())
          const aSecondAgo = passed.filter((at) => at < begunAt - 1_000).length
          expect(answer.count).toBeGreaterThanOrEqual(aSecondAgo)
          return true
        }
        const asked: Promise<unknown>[] = []
        for (const step of events) {
          if ('pass' in step) pass(step.pass)
          else if ('requests' in step) {
            asked.push(...Array.from({ length: step.requests }, () => count(step.at)))
          } else {
            await scheduler.waitFor(Promise.all(asked))
            const process = processes[step.at]
            if (step.ends === 'close')
              await scheduler.waitFor(process?.close() ?? Promise.resolve())
            else process?.kill()
            killed += Number(step.ends === 'kill')
            processes[step.at] = start()
          }
          await setImmediate()
          await scheduler.waitNext(Math.min(3, scheduler.count()))
        }
        await scheduler.waitFor(Promise.all(asked))
        expect(passed.length).toBeLessThanOrEqual(limit)
        for (const _second of [1, 2, 3]) {
          pass(1_000)
          await scheduler.waitIdle()
        }
        for (;;) {
          const next = count(3)
          await scheduler.waitFor(next)
          if (!(await next)) break
        }
        const lost = limit - passed.length
        expect(lost).toBeGreaterThanOrEqual(0)
        expect(lost).toBeLessThanOrEqual(killed * Math.floor(limit / 50))
      },
    ),
    { seed, numRuns: 200 },
  )
})

test('requests of one tick share a write, and so do those that arrive while others are being counted', async () => {
  const store = await openStore()
  let reply = () => {}
  const held = new Promise<void>((resolve) => {
    reply = resolve
  })
  let markBegun = () => {}
  const begun = new Promise<void>((resolve) => {
    markBegun = resolve
  })
  const one = processOver({
    async consume(query) {
      markBegun()
      await held
      return store.consume(query)
    },
  })
  const window = { name, limit: 100 }
  const early = Array.from({ length: 20 }, () => one.count(window))
  await begun
  const later = Array.from({ length: 30 }, () => one.count(window))
  reply()
  const counts = (await Promise.all([...early, ...later])).map(({ count }) => count)
  expect(counts).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  expect(store.calls()).toBe(2)
})

test('when requests arrive together, the first ones are allowed, and the others learn when to retry', async () => {
  const one = processOver(await openStore())
  const window = { name, limit: 12 }
  const answers = await Promise.all(Array.from({ length: 20 }, () => one.count(window)))
  expect(answers.map(({ allowed }) => allowed)).toEqual(
    Array.from({ length: 20 }, (_, at) => at < 12),
  )
  for (const { resetAt } of answers) expect(resetAt).toBe(one.now() + windowMs)
  expect(answers.at(-1)?.count).toBe(12)
})

test('when only some of the requests that arrive together fit, those share a write', async () => {
  const store = await openStore()
  const [one, other] = [processOver(store), processOver(store)]
  const window = { name, limit: 100 }
  const countBy = (process: typeof one, requests: number) =>
    Promise.all(Array.from({ length: requests }, () => process.count(window)))
  await countBy(other, 60)
  const answers = await countBy(one, 50)
  expect(answers.map(({ count }) => count)).toEqual(
    Array.from({ length: 50 }, (_, at) => Math.min(61 + at, 100)),
  )
  expect(store.asked).toEqual([60, 50, 40, 10])
})

test('after a refusal with a count below the limit, fewer points are requested', async () => {
  const inner = await openStore()
  const asked: number[] = []
  const one = processOver({
    async consume(query) {
      asked.push(query.points)
      const free = { allowed: false, count: 0, resetAt: query.now + windowMs }
      return asked.length < 4 ? free : inner.consume(query)
    },
  })
  const window = { name, limit: 10 }
  const answers = await Promise.all([one.count(window), one.count(window)])
  expect(answers).toMatchObject([
    { allowed: true, count: 1 },
    { allowed: true, count: 2 },
  ])
  expect(asked).toEqual([2, 1, 1, 1, 1])
})

test('requests of one API key with different limits share a count, and each is checked against its own limit', async () => {
  const one = processOver(await openStore())
  const [low, high] = [
    { name, limit: 1 },
    { name, limit: 3 },
  ]
  expect(await one.count(low)).toMatchObject({ allowed: true, count: 1 })
  const answers = await Promise.all([one.count(low), one.count(high), one.count(high)])
  expect(answers.map(({ allowed }) => allowed)).toEqual([false, true, true])
})

test('a limit costs a busy API key less than a write in 20 requests, and a slow API key about a write a second', async () => {
  const countWrites = async (perSecond: number) => {
    const store = await openStore()
    const one = processOver(store)
    for (let count = 1; count <= 30 * perSecond; count += 1) {
      expect(await one.count({ name, limit: 1_200 })).toMatchObject({ allowed: true, count })
      one.pass(1_000 / perSecond)
    }
    return store.calls()
  }
  expect(await countWrites(30)).toBeLessThan((30 * 30) / 20)
  expect(await countWrites(5)).toBeLessThanOrEqual(30 + 3)
})

test('a process reserves as many points as recent requests used, and at most 1/50 of the limit', async () => {
  const store = await openStore()
  const one = processOver(store)
  for (let count = 0; count < 100; count += 1) await one.count({ name, limit: 600 })
  // Each number is the point of the request itself, and at most 600 / 50 = 12 reserved points.
  expect(store.asked).toEqual([1, 2, 4, 8, 13, 13, 13, 13, 13, 13, 13])
})

test('nothing is reserved of limits below 500, nor of the last 1/8 of any limit', async () => {
  const store = await openStore()
  const one = processOver(store)
  for (let count = 0; count < 200; count += 1) await one.count({ name: 'small', limit: 499 })
  expect(new Set(store.asked)).toEqual(new Set([1]))
  const window = { name, limit: 800 }
  await store.consume({ key: name, limit: 800, windowMs, now: one.now(), points: 690 })
  for (let count = 691; count <= 698; count += 1) await one.count(window)
  const { length } = store.asked
  for (let count = 699; count <= 800; count += 1) {
    expect(await one.count(window)).toMatchObject({ allowed: true, count })
  }
  expect(store.asked.slice(length).every((points) => points === 1)).toBe(true)
  expect(await one.count(window)).toMatchObject({ allowed: false, count: 800 })
})

test('of a burst within a second, exactly as many requests pass as the limit allows, over several processes', async () => {
  for (const limit of [120, 600, 1_200]) {
    const { start } = processesOver(await openStore())
    const processes = [start(), start(), start()]
    let passed = 0
    for (let sent = 0; sent < limit * 1.1; sent += 9) {
      const three = processes.flatMap((one) => [one, one, one])
      const answers = await Promise.all(three.map((one) => one.count({ name, limit })))
      passed += answers.filter(({ allowed }) => allowed).length
    }
    expect(passed).toBe(limit)
  }
})

test('other processes can use the reserved points of a process that has closed or been idle for two seconds', async () => {
  const store = await openStore()
  const { start, now, pass } = processesOver(store)
  const window = { name, limit: 1_200 }
  const readTaken = async () =>
    (await store.consume({ key: name, limit: 1_200, windowMs, now: now(), points: 0 })).count
  const [one, other] = [start(), start()]
  for (let count = 0; count < 40; count += 1) await one.count(window)
  expect(await readTaken()).toBeGreaterThan(40)
  await one.close()
  expect(await readTaken()).toBe(40)
  for (let count = 0; count < 40; count += 1) await other.count(window)
  expect(await readTaken()).toBeGreaterThan(80)
  for (const _second of [1, 2]) {
    pass(1_000)
    await setImmediate()
  }
  expect(await readTaken()).toBe(80)
})

test('the count of used points is at most a second old, however many points other processes use', async () => {
  const { start, pass } = processesOver(await openStore())
  const [one, other] = [start(), start()]
  const window = { name, limit: 1_200 }
  for (let count = 0; count < 40; count += 1) await one.count(window)
  for (let count = 0; count < 500; count += 1) await other.count(window)
  expect((await one.count(window)).count).toBe(41)
  pass(1_000)
  expect((await one.count(window)).count).toBeGreaterThan(540)
})

test('requests that arrive together use reserved points first', async () => {
  const store = await openStore()
  const one = processOver(store)
  const window = { name, limit: 5_000 }
  const counts: number[] = []
  for (const together of [150, 1, 150, 3, 80]) {
    const all = await Promise.all(Array.from({ length: together }, () => one.count(window)))
    counts.push(...all.map(({ count }) => count))
  }
  expect(counts).toEqual(Array.from({ length: 384 }, (_, at) => at + 1))
  expect(store.asked).toEqual([150, 101, 150])
})

test('reserved points end with their window, and when the clock is put back', async () => {
  const one = processOver(await openStore())
  const window = { name, limit: 1_200 }
  for (let count = 0; count < 40; count += 1) await one.count(window)
  one.pass(windowMs)
  expect(await one.count(window)).toMatchObject({ count: 1, resetAt: one.now() + windowMs })
  for (let count = 0; count < 40; count += 1) await one.count(window)
  one.pass(-10 * windowMs)
  expect(await one.count(window)).toMatchObject({ count: 1, resetAt: one.now() + windowMs })
})

test('points of a window that ends while the store is asked are not used in the next one', async () => {
  const inner = await openStore()
  let late = 0
  const one = processOver({
    consume(query) {
      const now = query.now + late
      one.pass(late)
      late = 0
      return inner.consume({ ...query, now })
    },
  })
  const window = { name, limit: 1_200 }
  await one.count(window)
  one.pass(windowMs - 1_100)
  for (let count = 0; count < 40; count += 1) await one.count(window)
  one.pass(1_050)
  late = 100
  for (let count = 1; count <= 1_200; count += 1) {
    expect(await one.count(window)).toMatchObject({ allowed: true, count })
  }
  expect(await one.count(window)).toMatchObject({ allowed: false, count: 1_200 })
})

test('points that cannot be returned are lost until their window ends, and nothing fails', async () => {
  const inner = await openStore()
  const one = processOver({
    async consume(query) {
      if (query.points < 0) throw new Error('The database is unreachable.')
      return inner.consume(query)
    },
  })
  for (let count = 0; count < 40; count += 1) await one.count({ name, limit: 1_200 })
  await one.close()
  const query = { key: name, limit: 1_200, windowMs, now: one.now(), points: 0 }
  expect((await inner.consume(query)).count).toBeGreaterThan(40)
  expect((await inner.consume({ ...query, now: one.now() + windowMs })).count).toBe(0)
})

test('reserved points do not count as used', async () => {
  const one = processOver(await openStore())
  const window = { name, limit: 1_200 }
  for (let count = 0; count < 40; count += 1) await one.count(window)
  expect((await one.look(window)).count).toBe(40)
})

test('an uncounted request frees its point, and a refused one frees none', async () => {
  const one = processOver(await openStore())
  const window = { name, limit: 1 }
  const counted = await one.count(window)
  const refused = await one.count(window)
  await one.uncount(window, refused)
  expect((await one.look(window)).count).toBe(1)
  await one.uncount(window, counted)
  expect(await one.count(window)).toMatchObject({ allowed: true, count: 1 })
})

test('a store that cannot count fails the waiting requests, and no later ones', async () => {
  const inner = await openStore()
  let isAway = true
  const one = processOver({
    async consume(query) {
      if (isAway) throw new Error('The database is unreachable.')
      return inner.consume(query)
    },
  })
  const window = { name, limit: 10 }
  const waiting = await Promise.allSettled([one.count(window), one.count(window)])
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await one.count(window)).toMatchObject({ allowed: true, count: 1 })
})
