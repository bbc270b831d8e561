import { expect, test } from 'vitest'

test('the public names of @doorkit/store-postgres', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'plainFeatures',
    'postgresDialect',
    'postgresFeatures',
    'postgresStore',
    'toPostgresError',
  ])
})
