import { expect, test } from 'vitest'

test('the package exports these names', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'followStamped',
    'runStoreCase',
    'stamped',
    'storeCases',
    'testStore',
    'writeStamped',
  ])
})
