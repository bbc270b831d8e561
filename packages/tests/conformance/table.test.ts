import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const suite = 'packages/tests/conformance'

/** Every section of the specification, and of the page that settles what it leaves open. */
const sections = `
What the service does
Conventions
List envelope
Key identity
Contact
Conversation
Meeting
Event (webhook envelope)
Webhook endpoint
Knowledge page (source)
Opening test (experiment)
Personal link
Link greeting
Chat button
Chat session and chat reply
Analytics
Privacy export and erasure receipt
Agent settings and appearance
Problem document
Opening test status
Personal link status
Knowledge page status
Chat session status
Meeting status
Conversation outcome
Webhook endpoint status
Webhook delivery
Pagination and filters for lists
Operations
Chat API
Behaviour of privacy operations
Authentication
Events
Event types
Request headers sent
Signature (Standard Webhooks)
Delivery rules
Errors
Limits
Versioning
Request pipeline
Resources
Operations added
Embeddings of the site
Points settled
Demonstration
Robustness
`
  .trim()
  .split('\n')

interface Row {
  readonly section: string
  readonly sentence: string
  /** From the root of the repository. */
  readonly file: string
  readonly name: string
}

const rows: readonly Row[] = readFileSync(join(root, 'docs/conformance.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes(' › '))
  .map((line) => {
    const cells = line.slice(2, -2).split(' | ')
    const [file = '', ...name] = (cells[2] ?? '').split(' › ')
    return {
      section: cells[0] ?? '',
      sentence: cells[1] ?? '',
      file: file.includes('/') ? file : `${suite}/${file}`,
      name: name.join(' › ').replaceAll('\\|', '|'),
    }
  })

const title = /\btest(?:\.\w+)*(?:\([^\n]*\))?\(\s*(['"`])((?:\\.|(?!\1).)+)\1\s*,/gs

const testsByFile = new Map<string, readonly string[]>()
function testsIn(file: string): readonly string[] {
  const known = testsByFile.get(file)
  if (known) return known
  const source = readFileSync(join(root, file), 'utf8')
  const names = [...source.matchAll(title)].map(([, , name = '']) => name.replaceAll("\\'", "'"))
  testsByFile.set(file, names)
  return names
}

const suiteTests = readdirSync(join(root, suite))
  .filter((name) => name.endsWith('.test.ts') && name !== basename(import.meta.filename))
  .flatMap((name) =>
    testsIn(`${suite}/${name}`).map((test) => ({ file: `${suite}/${name}`, test })),
  )

test('every row names a section, a sentence and a test that exists', () => {
  const broken = rows.filter(
    ({ section, sentence, file, name }) =>
      !sections.includes(section) || sentence === '' || !testsIn(file).includes(name),
  )
  expect(broken).toEqual([])
  expect(rows.length).toBeGreaterThan(600)
})

test('every section of the specification has a row', () => {
  const proved = new Set(rows.map(({ section }) => section))
  expect(sections.filter((section) => !proved.has(section))).toEqual([])
  expect(sections).toHaveLength(47)
})

test('every test of the suite is in a row', () => {
  const named = new Set(rows.map(({ file, name }) => `${file} › ${name}`))
  const unnamed = suiteTests.filter(({ file, test }) => !named.has(`${file} › ${test}`))
  expect(unnamed).toEqual([])
  expect(suiteTests.length).toBeGreaterThan(400)
})

test('no two tests of the suite have the same name', () => {
  const names = suiteTests.map(({ test }) => test)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('no row stands twice', () => {
  const lines = rows.map(({ section, sentence, name }) => `${section} | ${sentence} | ${name}`)
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([])
})
