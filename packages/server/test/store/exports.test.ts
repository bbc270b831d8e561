import { expect, test } from 'vitest'

test('the public names of @doorkit/server/store', async () => {
  expect(Object.keys(await import('../../src/store.ts')).sort()).toEqual([
    'StoreError',
    'alternativesOf',
    'checkedStore',
    'memoryStore',
    'orderOf',
    'searchByWords',
    'searchedPartition',
    'wordsOf',
  ])
})
