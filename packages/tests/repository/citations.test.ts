import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { slug } from '../../models/test/docs/markdown.ts'
import { read, root } from './pages.ts'

const gitArguments = [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  '*.ts',
  '*.mjs',
  '*.md',
]
const files = execFileSync('git', gitArguments, { cwd: fileURLToPath(root), encoding: 'utf8' })
  .trim()
  .split('\n')

/** The citations in sources, tests and pages. Each names a section of a page, by a path or a URL. */
const citations = [...new Set(files)].flatMap((file) => {
  // Code blocks in a page cite files of the reader's project.
  const text = file.endsWith('.md') ? read(file).replaceAll(/^```.*?^```$/gms, '') : read(file)
  const paths = text.matchAll(/(?<![\w/.])((?:docs|packages)\/[\w/-]+\.md)#([\w-]+)/g)
  const addresses = text.matchAll(/doorkit\.dev\/(docs\/[\w/-]+)#([\w-]+)/g)
  return [
    ...Array.from(paths, ([, page = '', anchor = '']) => ({ file, page, anchor })),
    ...Array.from(addresses, ([, page = '', anchor = '']) => ({
      file,
      page: `${page}.md`,
      anchor,
    })),
  ]
})

const headings = new Map<string, readonly string[]>()
function headingsOf(page: string): readonly string[] {
  const known = headings.get(page)
  if (known) return known
  const found = Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, title = '']) => slug(title))
  headings.set(page, found)
  return found
}

test('every section that a source, a test or a page cites exists', () => {
  for (const { file, page, anchor } of citations) {
    expect(headingsOf(page), `${file} cites ${page}#${anchor}`).toContain(anchor)
  }
  expect(citations.length).toBeGreaterThan(250)
})

test('no two sections of docs/api.md have the same anchor', () => {
  const anchors = headingsOf('docs/api.md')
  expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([])
})
