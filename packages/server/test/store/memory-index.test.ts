import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSortedIndex, lowerBound, replaceSorted } from '../../src/store/memory-index.ts'
import { compareValues, type StoredRow } from '../../src/store/memory-row.ts'

const rows = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  at: fc.option(fc.integer({ min: 0, max: 3 })),
})

function stored({ id, at }: { id: string; at: number | null }): StoredRow {
  return { id, rev: 1, keys: { at }, text: 'null' }
}

test('a sorted index follows any sequence of changes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(rows, fc.boolean())), (changes) => {
      const index = createSortedIndex({ name: 'by_at', on: ['at'] })
      const model = new Map<string, StoredRow>()
      for (const [change, isRemoval] of changes) {
        const after = isRemoval ? undefined : stored(change)
        replaceSorted(index, model.get(change.id), after)
        if (after) model.set(change.id, after)
        else model.delete(change.id)
      }
      const expected = [...model.values()].sort(
        (left, right) =>
          compareValues(left.keys.at ?? null, right.keys.at ?? null) ||
          compareValues(left.id, right.id),
      )
      expect(index.rows).toEqual(expected)
      const first = expected.findIndex((row) => row.keys.at !== null)
      expect(lowerBound(index, [0])).toBe(first === -1 ? expected.length : first)
    }),
  )
})

test('a row that keeps its place is replaced where it is', () => {
  const index = createSortedIndex({ name: 'by_at', on: ['at'] })
  const before = stored({ id: 'a', at: 1 })
  const after = { ...before, rev: 2 }
  replaceSorted(index, undefined, before)
  replaceSorted(index, before, after)
  expect(index.rows).toEqual([after])
})
