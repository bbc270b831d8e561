import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { summaries } from '../src/commands.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test('the README lists every command with its summary', () => {
  const rows = [...readme.matchAll(/^\| `([a-z -]+)` +\| ([A-Z].+?) +\|$/gm)]
  expect(rows.map(([, name, summary]) => [name, summary])).toEqual(Object.entries(summaries))
})
