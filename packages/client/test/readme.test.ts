import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = read('../README.md')

test('the README lists every code of the client, once, in the order of the package', () => {
  const listed = [...readme.matchAll(/^\| `(\w+)` +\| `\w+Error` /gm)].map(([, code]) => code)
  const union = /export type ClientErrorCode =((?:\s+\| '\w+')+)/.exec(
    read('../src/errors/doorkit-error.ts'),
  )
  const declared = [...(union?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, code]) => code)
  expect(declared.length).toBeGreaterThan(10)
  expect(listed).toEqual(declared)
})
