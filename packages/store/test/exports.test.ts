import { expect, test } from 'vitest'

test('@doorkit/store exports exactly these names', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'StoreError',
    'alternativesOf',
    'canBeMisspelled',
    'checkedStore',
    'compareText',
    'createFairQueue',
    'createInFlight',
    'createWindows',
    'documentText',
    'identityIndex',
    'indexTerms',
    'isOpenWindow',
    'memoryStore',
    'misspelling',
    'mostRowsRanked',
    'optionalMethods',
    'orderOf',
    'searchByLists',
    'searchByWords',
    'searchWords',
    'searchableText',
    'searchedPartition',
    'searchedProperties',
    'storeErrorCode',
    'termOf',
    'textOf',
    'unlessAborted',
    'wordsOf',
  ])
})
