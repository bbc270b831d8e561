import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  rangeOf,
  replaceSorted,
  rowsOf,
  type SortedIndex,
  sizeOf,
} from '../../src/memory/sorted-index.ts'
import { compareValues, type StoredRow } from '../../src/memory/stored-row.ts'

const rows = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  at: fc.option(fc.integer({ min: 0, max: 3 })),
})

function stored({ id, at }: { id: string; at: number | null }): StoredRow {
  return { key: id, id, rev: 1, columns: { at }, text: 'null' }
}

test('a sorted index follows any sequence of changes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(rows, fc.boolean())), (changes) => {
      const index: SortedIndex = { columns: ['at', 'id'], runs: [] }
      const model = new Map<string, StoredRow>()
      for (const [change, isRemoval] of changes) {
        const after = isRemoval ? undefined : stored(change)
        replaceSorted(index, model.get(change.id), after)
        if (after) model.set(change.id, after)
        else model.delete(change.id)
      }
      const expected = [...model.values()].sort(
        (left, right) =>
          compareValues(left.columns.at ?? null, right.columns.at ?? null) ||
          compareValues(left.id, right.id),
      )
      expect(index.runs.flat()).toEqual(expected)
      for (const [low, high] of [
        [0, 3],
        [1, 2],
        [2, 1],
        [3, 0],
      ] as const) {
        const range = rangeOf(
          index,
          [
            { column: 'at', op: 'gte', value: low },
            { column: 'at', op: 'lte', value: high },
          ],
          'skip',
        )
        const inside = expected.filter(({ columns: { at } }) => {
          return typeof at === 'number' && at >= low && at <= high
        })
        expect([...rowsOf(index, range, 'asc')]).toEqual(inside)
        expect([...rowsOf(index, range, 'desc')]).toEqual([...inside].reverse())
        expect(sizeOf(index, range)).toBe(inside.length)
      }
    }),
  )
})

test('an index of many rows stays in order, in parts of bounded length', () => {
  const index: SortedIndex = { columns: ['at', 'id'], runs: [] }
  const ids = Array.from({ length: 5_000 }, (_, at) => `n${(at * 2_731) % 5_000}`)
  for (const id of ids) replaceSorted(index, undefined, stored({ id, at: 1 }))
  const sorted = [...ids].sort()
  expect(index.runs.flat().map((row) => row.id)).toEqual(sorted)
  expect(Math.max(...index.runs.map((rows) => rows.length))).toBeLessThanOrEqual(512)
  const range = rangeOf(index, [], 'keep')
  expect(sizeOf(index, range)).toBe(5_000)
  expect([...rowsOf(index, range, 'desc')].map((row) => row.id)).toEqual([...sorted].reverse())
  for (const id of sorted.slice(100)) replaceSorted(index, stored({ id, at: 1 }), undefined)
  expect(index.runs.flat().map((row) => row.id)).toEqual(sorted.slice(0, 100))
})

test('a row that keeps its place is replaced where it is', () => {
  const index: SortedIndex = { columns: ['at', 'id'], runs: [] }
  const before = stored({ id: 'a', at: 1 })
  const after = { ...before, rev: 2 }
  replaceSorted(index, undefined, before)
  replaceSorted(index, before, after)
  expect(index.runs).toEqual([[after]])
})
