import { expect, test } from 'vitest'
import {
  charactersPerWork,
  waitingTickMs,
  waitingWorkPerTick,
  workPerTick,
} from '../../src/limits/bounds.ts'
import { createTicks, workOf } from '../../src/limits/fair-ticks.ts'

/** Ticks that begin when the test says so, and the work that started in each of them. */
function manualTicks() {
  let begin: () => void = () => {}
  let now = 0
  const { enter: enterTick } = createTicks(
    (callback) => {
      begin = callback
    },
    () => now,
  )
  const entered: string[][] = [[]]
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    entered,
    ask(name: string, work: number) {
      const enter = () => void entered.at(-1)?.push(name)
      const waits = enterTick(name.slice(0, 1), work)
      if (waits) void waits.then(enter)
      else enter()
    },
    settle,
    /** @param tookMs - how long the last tick took. */
    async next(tookMs = 0) {
      now += tookMs
      entered.push([])
      begin()
      await settle()
    },
  }
}

test('work within the budget of a tick does not wait', async () => {
  const { ask, settle, entered } = manualTicks()
  for (const name of ['a1', 'a2', 'b1']) ask(name, workPerTick / 4)
  await settle()
  expect(entered).toEqual([['a1', 'a2', 'b1']])
})

test('a workspace with little work does not wait, however much another one has', async () => {
  const { ask, settle, next, entered } = manualTicks()
  for (let at = 0; at < 200; at++) ask(`a${at}`, workPerTick / 5)
  await settle()
  for (let tick = 0; tick < 5; tick++) {
    await next()
    ask('b', 5)
    await settle()
  }
  expect(entered).toEqual([
    ['a0', 'a1', 'a2', 'a3', 'a4'],
    ...[1, 2, 3, 4].map(() => ['b']),
    ['a5', 'b'],
  ])
})

test('a workspace with little work is served in the next tick if others have used up the budget of the present tick', async () => {
  const { ask, settle, next, entered } = manualTicks()
  for (let at = 0; at < 10; at++) ask(`a${at}`, workPerTick / 5)
  for (let at = 0; at < 10; at++) ask(`b${at}`, waitingWorkPerTick / 5)
  ask('c', 5)
  await settle()
  await next()
  expect(entered[1]).toEqual(['b0', 'c', 'b1', 'b2', 'b3'])
})

test('less waiting work starts in each tick while ticks take long', async () => {
  const { ask, settle, next, entered } = manualTicks()
  for (let at = 0; at < 500; at++) ask(`a${at}`, waitingWorkPerTick / 10)
  await settle()
  const startedIn = async (ticks: number, tookMs: number) => {
    for (let tick = 0; tick < ticks; tick++) await next(tookMs)
    return entered.at(-1)?.length
  }
  expect(await startedIn(5, 0)).toBe(10)
  expect(await startedIn(5, 2 * waitingTickMs)).toBe(1)
  expect(await startedIn(5, waitingTickMs / 2)).toBe(10)
})

test('a workspace with a little work in every tick does not wait, even if ticks take long', async () => {
  const { ask, settle, next, entered } = manualTicks()
  for (let at = 0; at < 500; at++) ask(`a${at}`, waitingWorkPerTick)
  await settle()
  for (let tick = 0; tick < 20; tick++) {
    await next(20)
    for (let at = 0; at < 5; at++) ask('b', waitingWorkPerTick / 2)
    await settle()
  }
  for (const names of entered.slice(1)) {
    expect(names.filter((name) => name === 'b')).toHaveLength(5)
  }
})

test('waiting work has its own budget in each tick, which the workspaces share equally', async () => {
  const { ask, settle, next, entered } = manualTicks()
  for (const name of ['a', 'b', 'c']) {
    for (let at = 0; at < 20; at++) ask(`${name}${at}`, waitingWorkPerTick / 4)
  }
  await settle()
  for (let tick = 0; tick < 9; tick++) await next()
  const begun = ['a', 'b', 'c'].map(
    (name) => entered.flat().filter((entry) => entry.startsWith(name)).length,
  )
  expect(entered.slice(1).map(({ length }) => length)).toEqual(Array.from({ length: 9 }, () => 4))
  expect(Math.max(...begun) - Math.min(...begun)).toBeLessThanOrEqual(2)
})

test('work beyond the budget of a tick runs alone, and its workspace skips the next ticks', async () => {
  const { ask, settle, next, entered } = manualTicks()
  ask('a1', 2 * workPerTick)
  ask('a2', 1)
  ask('b1', workPerTick)
  await settle()
  const ticks = (2 * workPerTick) / waitingWorkPerTick
  for (let tick = 0; tick < 2 * ticks; tick++) await next()
  const [first, second, ...later] = entered
  expect([first, second]).toEqual([['a1'], ['b1']])
  expect(later.flat()).toEqual(['a2'])
  expect(entered.findIndex((names) => names.includes('a2'))).toBeGreaterThanOrEqual(ticks)
})

test('the work of a document grows with its text', () => {
  const text = 'x'.repeat(10 * charactersPerWork)
  expect(workOf(null)).toBe(1)
  expect(workOf({ count: 5, name: 'Ada' })).toBeLessThan(1.1)
  expect(workOf({ parts: [{ text }, { text }] })).toBe(21)
})
