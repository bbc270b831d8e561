import assert from 'node:assert/strict'
import type { AggregateRow, Measure } from '@doorkit/store'
import { inWorkspace, note, onNotes, put } from '../notes-collection.ts'
import type { StoreCase } from '../store-case.ts'

const measures: Readonly<Record<string, Measure>> = {
  rows: { op: 'count' },
  total: { op: 'sum', column: 'count' },
  least: { op: 'min', column: 'count' },
  most: { op: 'max', column: 'count' },
}

function byGroup(rows: readonly AggregateRow[]): Map<string, AggregateRow['values']> {
  const groups = new Map(rows.map((row) => [JSON.stringify(row.group), row.values]))
  assert.equal(groups.size, rows.length, 'a group occurs twice')
  return groups
}

/** Aggregates over groups of rows. */
export const aggregates: readonly StoreCase[] = [
  onNotes('measures without groups return one row, even over no rows', async (store) => {
    const ask = () => store.aggregate({ in: 'notes', where: [inWorkspace], measures })
    assert.deepEqual(await ask(), [
      { group: [], values: { rows: 0, total: 0, least: null, most: null } },
    ])
    await put(store, note('n1'))
    assert.deepEqual(await ask(), [
      { group: [], values: { rows: 1, total: 0, least: null, most: null } },
    ])
    await put(store, note('n2', { count: 4 }), note('n3', { count: -6 }))
    await put(store, note('n4', { count: 100, workspace: 'ws_2' }))
    assert.deepEqual(await ask(), [
      { group: [], values: { rows: 3, total: -2, least: -6, most: 4 } },
    ])
  }),
  onNotes('rows are grouped by one or two columns, and null is its own group', async (store) => {
    await put(
      store,
      note('n1', { status: 'open', at: 1, count: 1 }),
      note('n2', { status: 'open', at: 2, count: 2 }),
      note('n3', { status: 'open', at: 2, count: 3 }),
      note('n4', { status: null, at: 1, count: 4 }),
      note('n5', { status: 'null', at: 1 }),
    )
    const rows: Readonly<Record<string, Measure>> = { rows: { op: 'count' } }
    const one = await store.aggregate({
      in: 'notes',
      where: [],
      groupBy: ['status'],
      measures,
    })
    assert.deepEqual(
      byGroup(one),
      new Map([
        ['["open"]', { rows: 3, total: 6, least: 1, most: 3 }],
        ['[null]', { rows: 1, total: 4, least: 4, most: 4 }],
        ['["null"]', { rows: 1, total: 0, least: null, most: null }],
      ]),
    )
    const two = await store.aggregate({
      in: 'notes',
      where: [],
      groupBy: ['status', 'at'],
      measures: rows,
    })
    assert.deepEqual(
      byGroup(two),
      new Map([
        ['["open",1]', { rows: 1 }],
        ['["open",2]', { rows: 2 }],
        ['[null,1]', { rows: 1 }],
        ['["null",1]', { rows: 1 }],
      ]),
    )
    const none = await store.aggregate({
      in: 'notes',
      where: [{ column: 'status', op: 'eq', value: 'missing' }],
      groupBy: ['status'],
      measures: rows,
    })
    assert.deepEqual(none, [])
  }),
  onNotes('sums are exact up to the largest safe integer', async (store) => {
    await put(store, note('n1', { count: 2 ** 52 }), note('n2', { count: 2 ** 52 - 1 }))
    const [answer] = await store.aggregate({ in: 'notes', where: [], measures })
    assert.equal(answer?.values.total, Number.MAX_SAFE_INTEGER)
  }),
  onNotes('sums are exact even if a partial sum is not a safe integer', async (store) => {
    const counts = [Number.MAX_SAFE_INTEGER, 2, -Number.MAX_SAFE_INTEGER]
    await put(store, ...counts.map((count, at) => note(`n${at}`, { count })))
    const [answer] = await store.aggregate({ in: 'notes', where: [], measures })
    assert.equal(answer?.values.total, 2)
  }),
  onNotes('a measure may have any name', async (store) => {
    await put(store, note('n1'))
    const names = ['count', 'a "quoted" one', 'constructor', 'ünïcode', '1; drop table notes']
    const asked = Object.fromEntries(names.map((name) => [name, { op: 'count' } as const]))
    const [answer] = await store.aggregate({ in: 'notes', where: [], measures: asked })
    assert.deepEqual(answer?.values, Object.fromEntries(names.map((name) => [name, 1])))
  }),
]
