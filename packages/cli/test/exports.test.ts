import { expect, test } from 'vitest'

test('the package exports these names', async () => {
  expect(Object.keys(await import('../src/index.ts')).sort()).toEqual([
    'CliError',
    'checkAddress',
    'main',
    'readAddress',
    'serve',
    'serveStore',
  ])
})
