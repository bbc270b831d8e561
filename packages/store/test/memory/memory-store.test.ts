import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { memoryStore, type Store } from '../../src/index.ts'

const plan = {
  collections: [
    {
      name: 'notes',
      partition: 'owner',
      columns: { owner: 'text' as const },
      indexes: [],
      search: 'text',
    },
  ],
}
const insert = (id: string, text: string, owner = 'ada') => ({
  op: 'insert' as const,
  in: 'notes',
  row: { id, columns: { owner }, data: { text } },
})
const where = [{ column: 'owner', op: 'eq' as const, value: 'ada' }]

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const oneWord = () => 'x'.repeat(10_000)

/** Writes notes until the store refuses one, and returns their number. By default, each is one long word. */
async function fill(
  store: Store,
  owner: string,
  textOf: (note: number) => string = oneWord,
): Promise<number> {
  for (let written = 0; written < 1_000; written += 1) {
    try {
      await store.commit([insert(`${written}`, textOf(written), owner)])
    } catch (error) {
      expect(error).toMatchObject({ name: 'StoreError', code: 'unavailable' })
      return written
    }
  }
  return expect.fail('The store has no limit.')
}

test('one workspace uses at most half of a memory store, so another can fill the rest', async () => {
  const store = memoryStore({ mostBytes: 4_000_000 })
  await store.migrate(plan)
  for (let id = 0; id < 50; id += 1)
    await store.commit([insert(`old ${id}`, 'x'.repeat(10_000), 'bob')])

  const first = await fill(store, 'ada')
  const second = await fill(store, 'bob')
  expect(50 + second).toBe(first)
  // Rounding may leave room for one note.
  expect(await fill(store, 'eve')).toBeLessThan(2)
})

/** Words of four ideographs. No word occurs twice. */
function differentWords(note: number): string {
  const letter = (number: number) => String.fromCharCode(0x4e00 + (number % 20_000))
  const words = Array.from({ length: 1_000 }, (_, at) => {
    const number = note * 1_000 + at
    return [number, number + 7, number * 3, Math.floor(number / 20_000)].map(letter).join('')
  })
  return words.join(' ')
}

test('one workspace uses at most half of a memory store, whatever its words are', async () => {
  const mostBytes = 40_000_000
  const store = memoryStore({ mostBytes })
  await store.migrate(plan)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  expect(await fill(store, 'ada', differentWords)).toBeGreaterThan(20)
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(mostBytes / 2)
  expect(await fill(store, 'bob', differentWords)).toBeGreaterThan(20)
})

test('long columns of a row count as its memory', async () => {
  const store = memoryStore({ mostBytes: 1_000_000 })
  await store.migrate({
    collections: [{ name: 'names', columns: { name: 'text' as const }, indexes: [] }],
  })
  const name = 'x'.repeat(300_000)
  const write = (id: string) =>
    store.commit([{ op: 'insert', in: 'names', row: { id, columns: { name }, data: {} } }])
  for (const id of ['1', '2', '3']) expect(await write(id)).toEqual({ ok: true })
  await expect(write('4')).rejects.toMatchObject({ code: 'unavailable' })
})

test('a deleted row gives back its memory, and that of its words in the search index', async () => {
  const store = memoryStore({ mostBytes: 2_000_000 })
  await store.migrate(plan)
  const first = await fill(store, 'ada', differentWords)
  for (let note = 0; note < first; note += 1) {
    await store.commit([{ op: 'remove', in: 'notes', partition: 'ada', id: `${note}` }])
  }
  expect(await fill(store, 'ada', differentWords)).toBe(first)
})

test('a full memory store refuses commits that need more memory, and keeps its rows', async () => {
  const store = memoryStore({ mostBytes: 1_000_000 })
  await store.migrate(plan)
  for (const owner of ['ada', 'bob']) await fill(store, owner)

  const first = { in: 'notes', partition: 'ada', id: '0' }
  const remove = { op: 'remove' as const, ...first }
  const tooMuch = store.commit([remove, insert('new', 'y'.repeat(50_000), 'eve')])
  await expect(tooMuch).rejects.toMatchObject({ code: 'unavailable' })
  expect(await store.get([first])).not.toContain(null)
  expect(await store.commit([remove])).toEqual({ ok: true })
  expect(await store.commit([insert('new', 'y'.repeat(5_000), 'eve')])).toEqual({ ok: true })
})

test('a commit that does not fit is refused at the first row without room', async () => {
  const store = memoryStore({ mostBytes: 1_000_000 })
  await store.migrate(plan)
  await fill(store, 'ada')
  let written = 0
  const inserts = Array.from({ length: 100 }, (_, at) => {
    const toJSON = () => {
      written += 1
      return { text: oneWord() }
    }
    return {
      op: 'insert' as const,
      in: 'notes',
      row: { ...insert(`new ${at}`, '').row, data: { toJSON } },
    }
  })
  await expect(store.commit(inserts)).rejects.toMatchObject({ code: 'unavailable' })
  // Once to split the text, and once to write it.
  expect(written).toBe(2)
})

test('other calls run while the texts of a large commit are split, and see none of its rows', async () => {
  const store = memoryStore()
  await store.migrate(plan)
  const inserts = Array.from({ length: 50 }, (_, at) => insert(`n${at}`, `word${at} `.repeat(500)))
  const refs = [0, 49].map((at) => ({ in: 'notes', partition: 'ada', id: `n${at}` }))
  let isOver = false
  const commit = store.commit(inserts).finally(() => {
    isOver = true
  })
  let ticks = 0
  while (!isOver) {
    await setImmediate()
    if (isOver) break
    ticks += 1
    expect(await store.get(refs)).toEqual([null, null])
  }
  expect(await commit).toEqual({ ok: true })
  expect(ticks).toBeGreaterThan(3)
  expect(await store.get(refs)).not.toContain(null)
})

test('a row that was changed while a large commit was split is found only by its last text', async () => {
  const store = memoryStore()
  await store.migrate(plan)
  await store.commit([insert('a', 'first')])
  const long = Array.from({ length: 20 }, (_, at) => insert(`n${at}`, 'filling '.repeat(500)))
  const ref = { in: 'notes', partition: 'ada', id: 'a' }
  const large = store.commit([...long, { op: 'patch', ...ref, data: { text: 'third' } }])
  await store.commit([{ op: 'patch', ...ref, data: { text: 'second' } }])
  expect(await large).toEqual({ ok: true })
  const find = async (text: string) =>
    (await store.search?.({ in: 'notes', where, text, limit: 10 }))?.map(({ row }) => row.id)
  expect(await Promise.all(['first', 'second', 'third'].map(find))).toEqual([[], [], ['a']])
})

test('a search scores rows as if the removed ones had never existed', async () => {
  const [store, other] = [memoryStore(), memoryStore()]
  const ids = Array.from({ length: 60 }, (_, at) => `n${at}`)
  const inserts = ids.map((id, at) => insert(id, `common ${at % 3 ? 'rare' : 'word'} ${id}`))
  for (const one of [store, other]) await one.migrate(plan)
  await store.commit(inserts)
  for (const [at, id] of ids.entries()) {
    await store.commit([{ op: 'remove', in: 'notes', partition: 'ada', id }])
    if (at % 10 !== 9) continue
    const left = inserts.slice(at + 1)
    await other.commit(left)
    for (const text of ['common', 'common rare', id, 'word']) {
      const query = { in: 'notes', where, text, limit: 100 }
      expect(await store.search?.(query)).toEqual(await other.search?.(query))
    }
    const removes = left.map(({ row }) => ({ op: 'remove' as const, in: 'notes', id: row.id }))
    await other.commit(removes.map((one) => ({ ...one, partition: 'ada' })))
  }
})
