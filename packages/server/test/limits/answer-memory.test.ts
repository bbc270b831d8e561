import { expect, test } from 'vitest'
import { manualClock } from '../../src/index.ts'
import { createAnswerMemory } from '../../src/limits/answer-memory.ts'

const never = () => new AbortController().signal

/** Memory for 100 bytes per workspace and 400 per process, and the workspaces of its answers. */
function setUp() {
  const clock = manualClock(0)
  const answerMemory = createAnswerMemory(clock, { perWorkspace: 100, perProcess: 400 })
  const entered: string[] = []
  const refused: string[] = []
  return {
    clock,
    answerMemory,
    entered,
    refused,
    /** Requests memory, and records whether it is granted or refused. */
    ask(workspace: string, bytes: number, signal = never) {
      const held = answerMemory.reserve(workspace, bytes, signal)
      held.then(
        () => entered.push(workspace),
        () => refused.push(workspace),
      )
      return held
    },
  }
}

const settle = () => new Promise(setImmediate)

test('an answer waits until earlier answers of its workspace have freed memory', async () => {
  const { ask, entered } = setUp()
  const first = await ask('a', 60)
  void ask('a', 60)
  void ask('a', 10)
  await settle()
  expect(entered).toEqual(['a'])
  first.resize(40)
  await settle()
  // The last answer would fit from the start, but keeps its place in the queue.
  expect(entered).toEqual(['a', 'a'])
  first.release()
  await settle()
  expect(entered).toEqual(['a', 'a', 'a'])
})

test('an answer beyond the limit of its workspace is admitted alone', async () => {
  const { ask, entered } = setUp()
  const long = await ask('a', 1_000)
  void ask('a', 1)
  await settle()
  expect(entered).toEqual(['a'])
  long.release()
  await settle()
  expect(entered).toEqual(['a', 'a'])
})

test('a workspace without answers gets memory while four others use all they are allowed', async () => {
  const { ask, answerMemory } = setUp()
  for (const workspace of ['a', 'b', 'c', 'd']) {
    for (let answer = 0; answer < 10; answer += 1) void ask(workspace, 10).catch(() => {})
  }
  await settle()
  // Once half of the memory is used, a workspace gets at most an even share of the other half.
  await ask('e', 40)
  expect(answerMemory.isFull('e')).toBe(false)
})

test('freed memory goes to the waiting workspaces in rotation', async () => {
  const { ask, answerMemory, entered } = setUp()
  const [first] = ['x', 'y', 'z', 'w'].map((workspace) => answerMemory.count(workspace, 100))
  for (const workspace of ['a', 'a', 'a', 'b', 'c']) void ask(workspace, 10)
  await settle()
  expect(entered).toEqual([])
  for (const bytes of [90, 80, 70, 60]) first?.resize(bytes)
  await settle()
  expect(entered).toEqual(['a', 'b', 'c', 'a'])
})

test('a short answer waits only while its workspace is over its limit', async () => {
  const { answerMemory, ask, entered } = setUp()
  const read = await ask('a', 100)
  expect(answerMemory.isFull('a')).toBe(false)
  read.resize(101)
  expect(answerMemory.isFull('a')).toBe(true)
  void ask('a', 0)
  await settle()
  expect(entered).toEqual(['a'])
  read.release()
  await settle()
  expect(entered).toEqual(['a', 'a'])
})

test('256 requests of a workspace wait, and the next one is refused', async () => {
  const { ask, refused } = setUp()
  await ask('a', 100)
  for (let place = 0; place < 256; place += 1) void ask('a', 100)
  await settle()
  expect(refused).toEqual([])
  const refusal = { status: 429, code: 'rate_limited', headers: { 'Retry-After': '1' } }
  await expect(ask('a', 100)).rejects.toMatchObject(refusal)
})

test('4,096 requests of a process wait, and the next one is refused', async () => {
  const { ask, refused } = setUp()
  const workspaces = Array.from({ length: 17 }, (_, at) => `w${at}`)
  for (const workspace of workspaces) await ask(workspace, 1)
  for (let place = 0; place < 4_096; place += 1) void ask(workspaces[place % 17] ?? '', 100)
  await settle()
  expect(refused).toEqual([])
  const refusal = { status: 503, code: 'internal_error', headers: { 'Retry-After': '1' } }
  await expect(ask('w0', 100)).rejects.toMatchObject(refusal)
})

test('a request that has waited for 10 seconds is refused, and leaves the queue', async () => {
  const { ask, clock, entered, refused } = setUp()
  const first = await ask('a', 100)
  const late = expect(ask('a', 100)).rejects.toMatchObject({ status: 429 })
  clock.advance(9_999)
  await settle()
  expect(refused).toEqual([])
  clock.advance(1)
  await late
  const next = ask('a', 100)
  first.release()
  await next
  expect(entered).toEqual(['a', 'a'])
})

test('a client that has already hung up does not join the queue', async () => {
  const { ask, entered } = setUp()
  const first = await ask('a', 100)
  await expect(ask('a', 100, () => AbortSignal.abort())).rejects.toMatchObject({ status: 429 })
  first.release()
  await settle()
  expect(entered).toEqual(['a'])
})

test('a client that hangs up leaves the queue', async () => {
  const { ask, entered } = setUp()
  const first = await ask('a', 100)
  const gone = new AbortController()
  const left = expect(ask('a', 100, () => gone.signal)).rejects.toThrow()
  void ask('a', 50)
  gone.abort()
  await left
  first.release()
  await settle()
  expect(entered).toEqual(['a', 'a'])
})
