import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { errorCodes } from '../../models/src/index.ts'
import { slug, table } from '../../models/test/docs/markdown.ts'
import { operations } from '../conformance/support/operations.ts'
import { type CitedTest, citedTests, suite, uncitedTests } from './cited-tests.ts'
import { read } from './pages.ts'

const path = 'docs/conformance.md'
const api = read('docs/api.md')
const mark = '<!-- A test writes the rest of this page from the names of the tests. -->'

/** The sections of docs/api.md in their order, then the sections of other pages. */
function listSections(): { citation: string; title: string }[] {
  const ofApi = [...api.matchAll(/^##+ (.+)$/gm)].map(([, title = '']) => ({
    citation: `docs/api.md#${slug(title)}`,
    title,
  }))
  const others = new Set(citedTests.map(({ citation }) => citation))
  for (const { citation } of ofApi) others.delete(citation)
  return [...ofApi, ...[...others].map((citation) => ({ citation, title: titleOf(citation) }))]
}

/** The title of a page, and of the section that a citation names. */
function titleOf(citation: string): string {
  const [page = '', anchor] = citation.split('#')
  const titles = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
  return [titles[0], titles.find((title) => slug(title) === anchor)].join(': ')
}

const toLink = (from: string) =>
  from.startsWith('docs/') ? from.slice('docs/'.length) : `../${from}`

const toRow = ({ name, file }: CitedTest) => [
  name.replaceAll('|', '\\|'),
  `[${basename(file).replace(/(\.test)?\.ts$/, '')}](../${file})`,
]

function renderPage(): string {
  const [head = ''] = read(path).split(mark)
  const groups = listSections().flatMap(({ citation, title }) => {
    const tests = citedTests.filter((one) => one.citation === citation)
    if (tests.length === 0) return []
    return [`## [${title}](${toLink(citation)})`, table(['Promise', 'Test'], tests.map(toRow))]
  })
  return `${[`${head}${mark}`, ...groups].join('\n\n')}\n`
}

test('docs/conformance.md lists every test that proves a promise', async () => {
  await expect(renderPage()).toMatchFileSnapshot(`../../../${path}`)
  expect(citedTests.length).toBeGreaterThan(450)
})

test('every test of the conformance suite cites the section that it proves', () => {
  expect(uncitedTests).toEqual([])
})

test('no two tests of the conformance suite have the same name', () => {
  const names = citedTests
    .filter(({ file }) => file.startsWith(`${suite}/`))
    .map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.length).toBeGreaterThan(400)
})

test('the operations of the conformance suite are those of docs/api.md, with their scopes and costs', () => {
  const row = /^\| `\w+\.\w+` \| (\w+) `(\S+)` \| `?([\w:]+)`? \| (\w+) \|/gm
  const documented = [...api.matchAll(row)].map(([, ...cells]) => cells.join(' '))
  const listed = operations.map((one) => [one.method, one.path, one.scope, one.cost].join(' '))
  const withoutNames = (lines: string[]) => lines.map((line) => line.replaceAll(/\{\w+\}/g, '{}'))
  expect(withoutNames(listed).sort()).toEqual(withoutNames(documented).sort())
})

test('every section of docs/api.md that promises something is proved by a test', () => {
  const anchors = api
    .split(/^(?=##+ )/m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...body] = section.split('\n')
      return { anchor: slug(heading.replace(/^#+ /, '')), body: body.join('\n').trim() }
    })
    .filter(({ body }) => body !== '')
    .map(({ anchor }) => anchor)
  const proved = new Set(citedTests.map(({ citation }) => citation))
  const unproved = anchors.filter((anchor) => !proved.has(`docs/api.md#${anchor}`))
  // `resources` introduces other sections, the codes are proved together, and `extensions` is a list.
  expect(unproved).toEqual(['resources', ...errorCodes, 'extensions'])
})
