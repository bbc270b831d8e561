import { expect, test } from 'vitest'

test('the public names of @doorkit/store-sqlite', async () => {
  expect(Object.keys(await import('../src/index.ts'))).toEqual(['sqliteStore'])
})
