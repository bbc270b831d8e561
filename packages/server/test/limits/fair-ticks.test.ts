import { expect, test } from 'vitest'
import { charactersPerWork, workPerTick } from '../../src/limits/bounds.ts'
import { createTicks, workOf } from '../../src/limits/fair-ticks.ts'

/** Rounds that begin when the test says so, and what entered in each of them. */
function manualRounds() {
  let begin: () => void = () => {}
  const enterTick = createTicks((callback) => {
    begin = callback
  })
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
    async next() {
      entered.push([])
      begin()
      await settle()
    },
  }
}

test('work within the budget of a tick does not wait', async () => {
  const { ask, settle, entered } = manualRounds()
  for (const name of ['a1', 'a2', 'b1']) ask(name, workPerTick / 4)
  await settle()
  expect(entered).toEqual([['a1', 'a2', 'b1']])
})

test('a workspace with little work is next, however much another one has', async () => {
  const { ask, settle, next, entered } = manualRounds()
  for (let at = 0; at < 200; at++) ask(`a${at}`, workPerTick / 5)
  ask('b', 5)
  await settle()
  await next()
  expect(entered).toEqual([
    ['a0', 'a1', 'a2', 'a3', 'a4'],
    ['a5', 'b', 'a6', 'a7', 'a8'],
  ])
})

test('workspaces with equal work get equal shares of each tick', async () => {
  const { ask, settle, next, entered } = manualRounds()
  for (const name of ['a', 'b', 'c']) {
    for (let at = 0; at < 20; at++) ask(`${name}${at}`, workPerTick / 6)
  }
  await settle()
  await next()
  expect(entered[1]).toEqual(['a6', 'b0', 'c0', 'a7', 'b1', 'c1'])
})

test('work beyond the budget of a tick runs alone, and its workspace sits out the next ticks', async () => {
  const { ask, settle, next, entered } = manualRounds()
  ask('a1', 2.5 * workPerTick)
  ask('a2', 1)
  ask('b1', workPerTick)
  ask('b2', 1)
  await settle()
  for (let round = 0; round < 3; round++) await next()
  expect(entered).toEqual([['a1'], ['b1'], ['b2'], ['a2']])
})

test('the work of a document grows with its text', () => {
  const text = 'x'.repeat(10 * charactersPerWork)
  expect(workOf(null)).toBe(1)
  expect(workOf({ count: 5, name: 'Ada' })).toBeLessThan(1.1)
  expect(workOf({ parts: [{ text }, { text }] })).toBe(21)
})
