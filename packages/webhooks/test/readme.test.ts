import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { webhookErrorCodes } from '../src/index.ts'

const readText = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = readText('../README.md')

test('the README lists every error code, once, in the order of the package', () => {
  const listedCodes = [...readme.matchAll(/^\| `(\w+)` +\|/gm)].map(([, code]) => code)
  expect(listedCodes).toEqual(webhookErrorCodes)
})

test('the README names every subpath, and no other', () => {
  const { exports } = JSON.parse(readText('../package.json')) as {
    exports: Record<string, unknown>
  }
  const declaredEntries = Object.keys(exports)
    .filter((path) => path !== '.' && path !== './package.json')
    .map((path) => path.replace('.', '@doorkit/webhooks'))
  const namedEntries = new Set(readme.match(/@doorkit\/webhooks\/[\w-]+/g))
  expect([...namedEntries].sort()).toEqual(declaredEntries.sort())
})
