import { describe, expect, test } from 'vitest'
import { fromElsewhere, published, rootManifest, workspaces } from './manifests.ts'
import { read } from './pages.ts'

const [users = '', always = '', onRequest = ''] = read('docs/dependencies.md')
  .split(/^## .*$/m)
  .slice(1)

/** The cells of a table by rows, without the header. */
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| (?![-:])(.+) \|$/gm)].slice(1).map(([, row = '']) => row.split(' | '))

/** The packages in a cell, each with the major version after its name, if there is one. */
const namesIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)`(?: (\d+)\b)?/g)].map(([, name = '', major]) => ({ name, major }))

/** The major version at the start of a range. */
const majorOf = (range: string | undefined) => /\d+/.exec(range ?? '')?.[0]

describe('docs/dependencies.md', () => {
  test('lists exactly the packages that users install', () => {
    const listed = rowsOf(users).flatMap(([folder = '', cell = '']) =>
      cell.startsWith('none') ? [] : namesIn(cell).map(({ name }) => `${folder} ${name}`),
    )
    const installed = published.flatMap(({ folder, manifest }) => {
      const { dependencies, peerDependencies, name } = manifest
      const peers = Object.keys(peerDependencies ?? {}).filter((peer) => peer !== name)
      const names = fromElsewhere(dependencies).map(([dependency]) => dependency)
      return [...names, ...peers].map((dependency) => `${folder.split('/')[1]} ${dependency}`)
    })
    expect(listed.length).toBeGreaterThan(10)
    expect(listed.toSorted()).toEqual([...new Set(installed)].toSorted())
  })

  test('states no major version other than the one that users install', () => {
    let compared = 0
    for (const [folder = '', cell = ''] of rowsOf(users)) {
      const { manifest } = published.find((one) => one.folder === `packages/${folder}`) ?? {}
      const ranges = { ...manifest?.dependencies, ...manifest?.peerDependencies }
      for (const { name, major } of namesIn(cell)) {
        if (major === undefined) continue
        expect(majorOf(ranges[name]), `${folder}: ${name}`).toBe(major)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(10)
  })

  test('lists exactly the other packages that development uses', () => {
    const listed = new Set(
      [always, onRequest]
        .flatMap(rowsOf)
        .flatMap(([cell = '']) => namesIn(cell))
        .map(({ name }) => name),
    )
    const used = [{ manifest: rootManifest }, ...workspaces].flatMap(({ manifest }) =>
      fromElsewhere(
        manifest.devDependencies,
        manifest.private ? manifest.dependencies : undefined,
      ).map(([name]) => name),
    )
    const forUsers = new Set(
      rowsOf(users)
        .flatMap(([, cell = '']) => namesIn(cell))
        .map(({ name }) => name),
    )
    expect(listed.size).toBeGreaterThan(25)
    expect(used.filter((name) => !listed.has(name) && !forUsers.has(name))).toEqual([])
    const known = new Set([...used, ...workspaces.map(({ folder }) => folder)])
    expect([...listed].filter((name) => !known.has(name))).toEqual([])
  })
})
