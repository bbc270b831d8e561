import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { webhookErrorCodes } from '../src/index.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = read('../README.md')

test('the README lists every code, once, in the order of the package', () => {
  const listed = [...readme.matchAll(/^\| `(\w+)` +\|/gm)].map(([, code]) => code)
  expect(listed).toEqual(webhookErrorCodes)
})

test('the README names every subpath, and no other', () => {
  const { exports } = JSON.parse(read('../package.json')) as { exports: Record<string, unknown> }
  const declared = Object.keys(exports)
    .filter((path) => path !== '.' && path !== './package.json')
    .map((path) => path.replace('.', '@doorkit/webhooks'))
  const named = new Set(readme.match(/@doorkit\/webhooks\/[\w-]+/g))
  expect([...named].sort()).toEqual(declared.sort())
})
