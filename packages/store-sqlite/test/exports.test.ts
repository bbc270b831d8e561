import { expect, test } from 'vitest'

test('@doorkit/store-sqlite exports exactly this name', async () => {
  expect(Object.keys(await import('../src/index.ts'))).toEqual(['sqliteStore'])
})
