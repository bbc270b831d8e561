import { expect, test } from 'vitest'

test('@doorkit/store-postgres exports exactly these names', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'plainFeatures',
    'postgresDialect',
    'postgresFeatures',
    'postgresStore',
    'toPostgresError',
  ])
})
