import { expect, test } from 'vitest'

test('the public names of @doorkit/store', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'StoreError',
    'alternativesOf',
    'checkedStore',
    'compareText',
    'createFairQueue',
    'createWindows',
    'documentText',
    'identityIndex',
    'isOpenWindow',
    'memoryStore',
    'mostRowsRanked',
    'offered',
    'orderOf',
    'searchByLists',
    'searchByWords',
    'searchableText',
    'searchedPartition',
    'storeErrorCode',
    'unlessAborted',
    'wordsOf',
  ])
})
