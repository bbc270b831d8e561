import { expect, test } from 'vitest'
import { type SqlDriver, SqlError, type SqlResult, type Statement } from '../src/index.ts'
import { createListInGroup } from '../src/read-lists-in-one-transaction.ts'

const page = (name: string): Statement => ({ sql: name, params: [] })

/** Lists over a driver that records its batches, and refuses those with a page that fails. */
function recordedLists() {
  const batches: string[][] = []
  const driver: Pick<SqlDriver, 'batch'> = {
    async batch(statements) {
      batches.push(statements.map(({ sql }) => sql))
      if (statements.some(({ sql }) => sql === 'failing')) throw new Error('canceled')
      return statements.map(({ sql }): SqlResult => ({ rows: [[sql]], changes: 1 }))
    },
  }
  const raise = ({ scope, at }: { scope: string; at: number }) => [page(`${scope} to ${at}`)]
  return { batches, list: createListInGroup(driver, raise) }
}
const rowsOf = (result: SqlResult | undefined) => result?.rows

test('lists of one scope that are requested in one tick raise its horizon once, to the latest time', async () => {
  const { batches, list } = recordedLists()
  const found = await Promise.all([
    list({ scope: 'ws_1', at: 5 }, page('a')),
    list({ scope: 'ws_1', at: 7 }),
    list({ scope: 'ws_1', at: 6 }, page('b')),
    list({ scope: 'ws_2', at: 1 }, page('c')),
  ])
  expect(batches).toEqual([
    ['ws_1 to 7', 'a', 'b'],
    ['ws_2 to 1', 'c'],
  ])
  expect(found.map(rowsOf)).toEqual([[['a']], undefined, [['b']], [['c']]])
})

test('a failed list does not affect the pages of others', async () => {
  const { batches, list } = recordedLists()
  const found = await Promise.allSettled([
    list({ scope: 'ws_1', at: 5 }, page('a')),
    list({ scope: 'ws_1', at: 7 }, page('failing')),
  ])
  expect(found).toMatchObject([
    { status: 'fulfilled', value: { rows: [['a']] } },
    { status: 'rejected', reason: { message: 'canceled' } },
  ])
  expect(batches).toEqual([
    ['ws_1 to 7', 'a', 'failing'],
    ['ws_1 to 5', 'a'],
    ['ws_1 to 7', 'failing'],
  ])
})

test('lists of an unreachable database are not tried again one by one', async () => {
  let batches = 0
  const batch = () => {
    batches += 1
    return Promise.reject(new SqlError('unavailable', 'connection refused'))
  }
  const list = createListInGroup({ batch }, () => [])
  const found = await Promise.allSettled([
    list({ scope: 'ws_1', at: 5 }, page('a')),
    list({ scope: 'ws_1', at: 7 }, page('b')),
  ])
  expect(found.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(batches).toBe(1)
})

test('a transaction reads no more than 8 pages', async () => {
  const { batches, list } = recordedLists()
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => list({ scope: 'ws_1', at }, page(`p${at}`))),
  )
  expect(batches.map((statements) => statements.length)).toEqual([9, 9, 5])
})
