import { expect, test } from 'vitest'

test('@doorkit/store-sql exports exactly these names', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'SqlError',
    'quote',
    'sqlStore',
    'sqliteDialect',
    'toSqliteError',
  ])
})
