import { expect, test } from 'vitest'

test('the public names of @doorkit/store-tests', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'followStamped',
    'runStoreCase',
    'stamped',
    'storeCases',
    'testStore',
    'writeStamped',
  ])
})
