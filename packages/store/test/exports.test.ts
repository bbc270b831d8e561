import { expect, test } from 'vitest'

test('@doorkit/store exports exactly these names', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'StoreError',
    'alternativesOf',
    'checkedStore',
    'compareText',
    'createFairQueue',
    'createWindows',
    'documentText',
    'identityIndex',
    'indexTerms',
    'isOpenWindow',
    'isSpelled',
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
