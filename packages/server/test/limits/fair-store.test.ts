import { memoryStore } from '@doorkit/store'
import { expect, test } from 'vitest'
import { manualClock } from '../../src/index.ts'
import { charactersPerWork, workPerTick } from '../../src/limits/bounds.ts'
import { createFairStores } from '../../src/limits/fair-store.ts'

/** A store of notes, and the cost of its calls. */
async function weighedStore() {
  const work: [string, number][] = []
  const refunds: [string, number][] = []
  const store = memoryStore()
  const notes = { partition: 'workspace', columns: { workspace: 'text' }, indexes: [] } as const
  const plan = {
    collections: [
      { ...notes, name: 'notes' },
      { ...notes, name: 'passages', search: 'text' },
    ],
  }
  await store.migrate(plan)
  const { fairStore } = createFairStores(store, {
    clock: manualClock(0),
    random: () => 0,
    plan,
    ticks: {
      enter(workspace, amount) {
        work.push([workspace, Math.round(amount)])
        return undefined
      },
      refund: (workspace, amount) => void refunds.push([workspace, Math.round(amount)]),
    },
  })
  const insert = (id: string, text: string) =>
    ({
      op: 'insert',
      in: 'notes',
      row: { id, columns: { workspace: 'w1' }, data: { text } },
    }) as const
  return { work, refunds, store: fairStore('w1'), insert }
}

const long = 'x'.repeat(400 * charactersPerWork)
const ref = (id: string) => ({ in: 'notes', partition: 'w1', id })

test('the work of a commit grows with its rows and their text', async () => {
  const { work, store, insert } = await weighedStore()
  await store.commit([insert('a', long), insert('b', 'short')])
  await store.commit([{ op: 'patch', ...ref('a'), data: { text: long } }])
  await store.commit([{ op: 'remove', ...ref('b') }])
  expect(work).toEqual([
    ['w1', 402],
    ['w1', 401],
    ['w1', 1],
  ])
})

test('a row whose words are in a search index costs five times as much to write', async () => {
  const { work, store, insert } = await weighedStore()
  await store.commit([{ ...insert('a', 'short'), in: 'passages' }])
  await store.commit([{ op: 'remove', ...ref('a'), in: 'passages' }])
  expect(work).toEqual([
    ['w1', 5],
    ['w1', 5],
  ])
})

test('the work of a read grows with the size of the rows that were recently read from its collection', async () => {
  const { work, store, insert } = await weighedStore()
  await store.commit([insert('a', long)])
  work.length = 0
  for (let times = 0; times < 40; times++) await store.get([ref('a')])
  expect(work[0]).toEqual(['w1', 1])
  expect(work.at(-1)?.[1]).toBeGreaterThan(390)
  await store.list({ in: 'notes', index: 'id', where: [], dir: 'asc', limit: 10 })
  expect(work.at(-1)?.[1]).toBeGreaterThan(3_900)
})

test('a list and a deletion are charged for the rows that they found, not for their limit', async () => {
  const { work, refunds, store } = await weighedStore()
  const query = { in: 'notes', where: [] } as const
  await store.list({ ...query, index: 'id', dir: 'asc', limit: 200 })
  await store.deleteMany({ ...query, limit: 100 })
  expect([work, refunds]).toEqual([
    [
      ['w1', 200],
      ['w1', 100],
    ],
    [
      ['w1', 199],
      ['w1', 99],
    ],
  ])
})

test('of the large calls of a workspace, one write and two reads run at the same time, and delay no other call', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const run = async (name: string) => {
    begun.push(name)
    await new Promise<void>((resolve) => ends.push(resolve))
  }
  const settle = () => new Promise(setImmediate)
  const { fairStore } = createFairStores(
    {
      ...memoryStore(),
      async commit([op]) {
        await run(op?.op === 'insert' ? op.row.id : '')
        return { ok: true }
      },
      async aggregate({ in: name }) {
        await run(name)
        return []
      },
    },
    {
      clock: manualClock(0),
      random: () => 0,
      plan: { collections: [] },
      ticks: { enter: () => undefined, refund: () => {} },
    },
  )
  const write = (workspace: string, id: string, text: string) =>
    fairStore(workspace).commit([
      { op: 'insert', in: 'notes', row: { id, columns: {}, data: { text } } },
    ])
  const sum = (workspace: string, name: string) =>
    fairStore(workspace).aggregate({ in: name, where: [], measures: { rows: { op: 'count' } } })
  const larger = long + long
  const calls = [
    ...['write 1', 'write 2'].map((name) => write('a', name, larger)),
    ...['read 1', 'read 2', 'read 3'].map((name) => sum('a', name)),
    write('a', 'small write', 'short'),
    write('b', 'write of another', larger),
  ]
  await settle()
  expect(begun.toSorted()).toEqual([
    'read 1',
    'read 2',
    'small write',
    'write 1',
    'write of another',
  ])
  for (const end of ends.splice(0)) end()
  await settle()
  expect(begun.slice(5).toSorted()).toEqual(['read 3', 'write 2'])
  for (const end of ends) end()
  await Promise.all(calls)
})

test('the steps of searches never wait for each other', async () => {
  const { fairStore } = createFairStores(
    {
      ...memoryStore(),
      async search({ pause }) {
        await pause?.(10_000)
        return []
      },
    },
    {
      clock: manualClock(0),
      random: () => 0,
      plan: { collections: [] },
      ticks: { enter: () => undefined, refund() {} },
    },
  )
  const word = { word: 'a', weight: 1, terms: [] }
  const meanings = Array<typeof word>(workPerTick).fill(word)
  const query = { in: 'passages', where: [], text: '', limit: 1, meanings }
  const searches = Array.from({ length: 10 }, () => fairStore('w1').search?.(query))
  expect(await Promise.all(searches)).toEqual(searches.map(() => []))
})
