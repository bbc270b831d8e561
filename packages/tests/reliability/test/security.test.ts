import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const here = 'packages/tests/reliability/test'

const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes(' › '))
  .map((line) => {
    const [promise = '', ...proof] = line.slice(2, -2).split(' | ')
    const [file = '', ...name] = proof.join(' | ').split(' › ')
    return { promise, file: file.includes('/') ? file : `${here}/${file}`, name: name.join(' › ') }
  })

/** The cases of the store suite are declared by functions such as `onNotes`. */
const title = /\b(?:test|on[A-Z]\w*)(?:\.\w+)*(?:\([^\n]*\))?\(\s*(['"`])((?:\\.|(?!\1).)+)\1\s*,/gs

const testsIn = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(title)].map(([, , name = '']) =>
    name.replaceAll("\\'", "'"),
  )

test('every promise of docs/security.md names a test that exists', () => {
  const broken = rows.filter(({ promise, file, name }) => !promise || !testsIn(file).includes(name))
  expect(broken).toEqual([])
  expect(rows.length).toBeGreaterThan(0)
})

test('docs/security.md names every test of a campaign', () => {
  const named = new Set(rows.map(({ name }) => name))
  const tests = testsIn(`${here}/campaigns.long.test.ts`)
  expect(tests.filter((name) => !named.has(name))).toEqual([])
  expect(tests.length).toBeGreaterThan(0)
})
