import { type TestStoreOptions, testStore } from '@doorkit/store-tests'
import { inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this run includes all of the suites of which `npm test` runs only a part. */
    readonly matrix: boolean
  }
}

/** The cases in which drivers, pools and engines can differ. */
const defaultCases: readonly string[] = [
  'an inserted row is read back with revision 1 and every column of its collection',
  'one get can read 2,000 rows',
  'when a guard fails in step 3 of 5, nothing of the commit is written',
  'a conflict names the index in which a value is taken, and differs from a guard',
  'exactly one of two commits succeeds if each checks a row that the other removes',
  'exactly one of two commits succeeds if each inserts the row whose absence the other checks',
  'commits that change the same rows in opposite order all succeed',
  'a commit that is refused does not undo commits made at the same time',
  'pages of any size cover a list once, in order, in both directions, with ties in the sort column',
  'every condition means the same in list, aggregate, a guard, updateMany and deleteMany',
  'sums are exact up to the largest safe integer',
  'parallel deleteMany calls count every row once',
  'each of 1,000 due rows is claimed by exactly one of 8 workers',
  'exactly 10 of 100 parallel consume calls are allowed if the limit is 10',
  'a commit with a time before the horizon is late, and its result names the horizon',
  'incremental readers miss nothing while writers write',
  'documents are read back as the same JSON',
  'any string can be a column value, and only the same string finds it',
  'any word can match, and rows with more of the words come first',
  'a watcher is woken by a write to its collection until it stops',
  'stores that migrate at the same time all succeed',
  'a unique index is not added if rows violate it',
  'after close is called, new calls are refused, and running calls end with their results',
]

/**
 * Declares the store suite for a variant of a store: another driver, pool or engine. A run
 * with `matrix`, such as `npm run test:matrix`, has all cases; any other has those of `defaultCases`.
 */
export function testVariant(options: Omit<TestStoreOptions, 'test'>): void {
  const missing = new Set(defaultCases)
  testStore({
    ...options,
    test(name, run) {
      if (missing.delete(name) || inject('matrix')) test(name, run)
    },
  })
  if (missing.size > 0) throw new Error(`The suite has no case "${[...missing].join('", "')}".`)
}
