import { expect, test } from 'vitest'

test('the public names of @doorkit/store-sql', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'SqlError',
    'quote',
    'sqlStore',
    'sqliteDialect',
    'toSqliteError',
  ])
})
