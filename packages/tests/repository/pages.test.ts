import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import workspace from '../../../vitest.workspace.ts'
import { slug } from '../../models/test/docs/markdown.ts'
import compat from '../vitest.compat.ts'
import long from '../vitest.long.ts'
import matrix from '../vitest.matrix.ts'
import system from '../vitest.system.ts'
import { published, rootManifest, workspaces } from './manifests.ts'
import { pages, read, root } from './pages.ts'

/** Finds a pattern in all pages. */
function findAll(pattern: RegExp): { readonly page: string; readonly found: string }[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, found = '']) => ({ page: path, found })),
  )
}

const headingsOf = (text: string) =>
  new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading)))

test('every link to a file leads to an existing file and heading', () => {
  const links = findAll(/\]\((?!https?:)([^)\s]+)\)/g)
  expect(links.length).toBeGreaterThan(25)
  for (const { page, found } of links) {
    const url = new URL(found, new URL(page, root))
    const anchor = url.hash.slice(1)
    url.hash = ''
    expect(existsSync(url), `${page}: ${found}`).toBe(true)
    if (!anchor) continue
    const target = url.pathname.slice(root.pathname.length)
    expect(headingsOf(read(target)), `${page}: ${found}`).toContain(anchor)
  }
})

test('every link of a published page leads to a file of its package, a page of the website, another package or another site', () => {
  // npm always packs these.
  const alwaysPacked = ['README.md', 'LICENSE', 'package.json']
  const links = published.flatMap(({ folder, manifest }) =>
    pages
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({
          folder,
          manifest,
          path,
          link,
        })),
      ),
  )
  expect(links.length).toBeGreaterThan(10)
  for (const { folder, manifest, path, link } of links) {
    const { href } = new URL(link, new URL(path, root))
    const [, page] = /^https:\/\/doorkit\.dev\/docs\/([^#]+)/.exec(href) ?? []
    const [, name] = /^https:\/\/www\.npmjs\.com\/package\/(@doorkit\/.+)/.exec(href) ?? []
    if (page) {
      const file = page.includes('.') ? page : `${page}.md`
      expect(existsSync(new URL(`docs/${file}`, root)), `${path}: ${link}`).toBe(true)
    } else if (name) {
      expect(
        published.map((one) => one.manifest.name),
        `${path}: ${link}`,
      ).toContain(name)
    } else if (href.startsWith(root.href)) {
      const base = new URL(`${folder}/`, root).href
      expect(href.startsWith(base), `${path}: ${link}`).toBe(true)
      const [top = ''] = href.slice(base.length).split(/[/#]/)
      expect([...alwaysPacked, ...(manifest.files ?? [])], `${path}: ${link}`).toContain(top)
    } else expect(href, path).toMatch(/^https:/)
  }
})

test('every path of the repository that a page names exists', () => {
  const paths = findAll(/`((?:packages|examples|docs)\/[^\s`]+)`/g)
  expect(paths.length).toBeGreaterThan(25)
  for (const { page, found } of paths) {
    // For `resources/<resource>.ts`, check the folder.
    const path = found.replace(/[^/]*[<*].*$/, '')
    expect(existsSync(new URL(path, root)), `${page}: ${found}`).toBe(true)
  }
})

test('docs/README.md links to every page of docs and to every example, and docs/guides/README.md to every guide', () => {
  const index = read('docs/README.md')
  const files = globSync('docs/*.{md,json}', { cwd: root }).filter(
    (path) => !path.endsWith('README.md'),
  )
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((path) => !index.includes(`(${path.slice('docs/'.length)})`))).toEqual([])
  const examples = globSync('examples/*/', { cwd: root })
  expect(examples.length).toBeGreaterThan(8)
  expect(examples.filter((folder) => !index.includes(`(../${folder}/`))).toEqual([])
  const guides = globSync('*.md', { cwd: new URL('docs/guides/', root), exclude: ['README.md'] })
  expect(guides.length).toBeGreaterThan(2)
  const guideIndex = read('docs/guides/README.md')
  expect(guides.filter((guide) => !guideIndex.includes(`](${guide})`))).toEqual([])
})

test('the tree in CONTRIBUTING.md has every unpublished package, and only folders that exist', () => {
  const [, tree = ''] = /```\n(packages\/ [^`]+)```/.exec(read('CONTRIBUTING.md')) ?? []
  const parents: string[] = []
  const named = tree
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, indent = '', name = ''] = /^( *)(\S+)\//.exec(line) ?? []
      parents.splice(indent.length / 2, Infinity, name)
      return parents.join('/')
    })
  for (const folder of named) expect(existsSync(new URL(folder, root)), folder).toBe(true)
  const foldersIn = (parent: string) =>
    globSync('*/', { cwd: new URL(`${parent}/`, root), exclude: ['node_modules'] })
  const all = [
    ...foldersIn('packages'),
    ...foldersIn('packages/tests').map((name) => `tests/${name}`),
  ]
  const unpublished = all
    .map((name) => `packages/${name}`)
    .filter((folder) => !published.some((one) => one.folder === folder))
  expect(unpublished.length).toBeGreaterThan(5)
  expect(unpublished.filter((folder) => !named.includes(folder))).toEqual([])
})

test('every script, bench and test project that a page names exists', () => {
  const scripts = findAll(/npm run (?:--silent )?([a-z:-]*[a-z](?: -w [a-z/-]+)?)/g)
  expect(scripts.length).toBeGreaterThan(8)
  for (const { page, found } of scripts) {
    const [script, inFolder] = found.split(' -w ')
    const manifest = workspaces.find(({ folder }) => folder === inFolder)?.manifest ?? rootManifest
    expect(Object.keys(manifest.scripts ?? {}), page).toContain(script)
  }
  const named = findAll(/npm run bench -- ([a-z]+)/g)
  expect(named.length).toBeGreaterThan(2)
  // The benches are read as text, because only `npm run bench` installs their imports.
  const benches = read('packages/bench/src/benches.ts')
  for (const { page, found } of named) expect(benches, page).toContain(`\n  ${found}: async`)

  const projects = JSON.stringify(
    [workspace, long, system, compat, matrix].map(({ test }) => test?.projects),
  )
  const filters = findAll(/--project '?([a-z-]+)/g)
  expect(filters.length).toBeGreaterThan(3)
  for (const { page, found } of filters) expect(projects, page).toContain(`"name":"${found}"`)
})

test('every published package has a README, and the README of the repository links to the package', () => {
  expect(published.length).toBeGreaterThan(8)
  const readme = read('README.md')
  for (const { folder, manifest } of published) {
    expect(existsSync(new URL(`${folder}/README.md`, root)), `${folder}/README.md`).toBe(true)
    expect(readme).toContain(`[\`${manifest.name}\`](${folder})`)
  }
})
