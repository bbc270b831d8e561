import type { Ref, Store } from '@doorkit/store'
import { beforeEach, expect, test } from 'vitest'
import { SqlError, type Statement, sqlStore } from '../src/index.ts'
import { type PlainDriver, plainDriver } from './plain-driver.ts'

/** A store over a driver that sends the reads of one tick together. */
async function storeOf(driver: PlainDriver, fails = (_statement: Statement) => false) {
  const store = sqlStore({
    driver: {
      ...driver,
      async queryTogether(statement) {
        await new Promise(setImmediate)
        const sent = statement()
        if (fails(sent)) throw new SqlError('fault', 'no such table')
        return driver.query(sent)
      },
    },
  })
  await store.migrate({
    collections: [
      {
        name: 'notes',
        partition: 'workspace',
        columns: { workspace: 'text', stars: 'integer' },
        indexes: [],
      },
      { name: 'names', columns: {}, indexes: [] },
    ],
  })
  return store
}

const note = (id: string, workspace = 'w1'): Ref => ({ in: 'notes', partition: workspace, id })
const name = (id: string): Ref => ({ in: 'names', id })
const insert = (id: string, workspace = 'w1') =>
  ({
    op: 'insert',
    in: 'notes',
    row: { id, columns: { workspace, stars: 1 }, data: { text: `${workspace} ${id}` } },
  }) as const
const isSelect = ({ sql }: Statement) => sql.startsWith('select') && !sql.includes('sqlite_')

let driver: PlainDriver
let store: Store
const listSelects = () => driver.ran.filter(isSelect)

beforeEach(async () => {
  driver = plainDriver()
  store = await storeOf(driver)
  await store.commit([insert('a'), insert('b'), insert('a', 'w2')])
  await store.commit([{ op: 'insert', in: 'names', row: { id: 'a', columns: {}, data: 'Ada' } }])
  driver.ran.length = 0
})

test('reads of many callers in one tick are one statement for each collection and workspace', async () => {
  const [first, second, third] = await Promise.all([
    store.get([note('a'), name('a')]),
    Promise.resolve().then(() => store.get([note('b'), note('gone'), note('a')])),
    store.get([note('a', 'w2')]),
  ])
  const texts = (rows: typeof first) => rows.map((row) => row && { id: row.id, data: row.data })
  expect(texts(first)).toEqual([
    { id: 'a', data: { text: 'w1 a' } },
    { id: 'a', data: 'Ada' },
  ])
  expect(texts(second)).toEqual([
    { id: 'b', data: { text: 'w1 b' } },
    null,
    { id: 'a', data: { text: 'w1 a' } },
  ])
  expect(texts(third)).toEqual([{ id: 'a', data: { text: 'w2 a' } }])
  expect(listSelects()).toHaveLength(3)
})

test('each of many callers that read a row gets its own copy', async () => {
  const [[one], [other]] = await Promise.all([store.get([note('a')]), store.get([note('a')])])
  expect(one).toEqual(other)
  expect(one).not.toBe(other)
  expect(one?.data).not.toBe(other?.data)
  expect(one?.columns).not.toBe(other?.columns)
  expect(listSelects()).toHaveLength(1)
})

test('a read after the statement of another was sent sees what was written in between', async () => {
  const before = store.get([note('a')])
  await new Promise(setImmediate)
  await store.commit([{ op: 'patch', ...note('a'), add: { stars: 1 } }])
  const [after] = await store.get([note('a')])
  expect(after?.columns.stars).toBe(2)
  await before
  expect(listSelects()).toHaveLength(2)
})

test('a statement that fails rejects only the reads of its rows', async () => {
  const failing = await storeOf(
    plainDriver(),
    ({ sql }) => isSelect({ sql, params: [] }) && sql.includes('names'),
  )
  const found = await Promise.allSettled([
    failing.get([note('a')]),
    failing.get([name('a')]),
    failing.get([note('a'), name('a')]),
  ])
  expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('a statement reads at most a hundred rows', async () => {
  const refs = Array.from({ length: 250 }, (_, at) => note(`${at}`))
  await Promise.all(refs.map((ref) => store.get([ref])))
  expect(listSelects()).toHaveLength(3)
})
