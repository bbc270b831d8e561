import { expect, test } from 'vitest'

test('@doorkit/store-tests exports exactly these names', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'followStamped',
    'runStoreCase',
    'stamped',
    'storeCases',
    'testStore',
    'writeStamped',
  ])
})
