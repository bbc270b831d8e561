import { type TestStoreOptions, testStore } from '@doorkit/store-tests'
import { inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is `npm run test:matrix`, which runs whole what `npm test` runs a part of. */
    readonly matrix: boolean
  }
}

/** The cases in which drivers, pools and engines differ: types, statements, races, locks, leases, waits. */
const byDefault: readonly string[] = [
  'an inserted row reads back at revision 1 with every key of its collection',
  'get of 2,000 rows at once is one call',
  'when a guard fails in step 3 of 5, nothing of the commit is written',
  'a conflict names what is taken, and differs from a guard',
  'of two commits that each check what the other removes, at most one succeeds',
  'of two commits that each check that the other has put in nothing, at most one succeeds',
  'commits that change the same rows in opposite order all succeed',
  'of commits that come at once, those that lose a race undo nothing of the others',
  'pages of any size walk a list once, in order, both ways, through ties on the sort key',
  'every condition means the same in list, aggregate, a guard, updateMany and deleteMany',
  'sums are exact up to the largest safe integer',
  'parallel deleteMany count every row once',
  'of 1,000 due rows, 8 workers get each exactly once',
  'of 100 parallel consume with a limit of 10 exactly 10 are allowed',
  'a commit stamped before a horizon is late, and says where the horizon is',
  'incremental readers miss nothing while writers write',
  'documents come back as the JSON they were',
  'any string is a key, found by itself only',
  'any word may match, and more of the rarer words come first',
  'a watcher is woken by a write to its collection until it stops',
  'stores that migrate at the same time all succeed',
  'a unique index is not added over rows that break it',
  'close finishes what runs, then refuses everything',
]

/**
 * Declares the store suite over a variant of a store: another driver, pool or engine. `npm test` runs
 * the cases in which variants differ; `npm run test:matrix` runs them all.
 */
export function testVariant(options: Omit<TestStoreOptions, 'test'>): void {
  const missing = new Set(byDefault)
  testStore({
    ...options,
    test(name, run) {
      if (missing.delete(name) || inject('matrix')) test(name, run)
    },
  })
  if (missing.size > 0) throw new Error(`The suite has no case "${[...missing].join('", "')}".`)
}
