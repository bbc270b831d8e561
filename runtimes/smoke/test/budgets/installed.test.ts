import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, inject, test } from 'vitest'
import { budgets } from './budgets.ts'
import { expectWithin } from './within.ts'

const modules = join(inject('clientProject'), 'node_modules')
const directory = join(modules, '@doorkit/client')
const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  .map((name) => join(directory, name))
  .filter((path) => statSync(path).isFile())

/** How many types of a declaration file are `any`. */
function countLooseTypes(path: string): number {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2023)
  let count = 0
  const visit = (node: ts.Node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) count++
    ts.forEachChild(node, visit)
  }
  visit(file)
  return count
}

describe('the client, installed', () => {
  test('brings no other package along', () => {
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
    expectWithin(budgets.dependencies, Object.keys(manifest.dependencies ?? {}).length)
    const installed = readdirSync(modules).filter((name) => !name.startsWith('.'))
    expect(installed).toEqual(['@doorkit'])
    expect(readdirSync(join(modules, '@doorkit'))).toEqual(['client'])
  })

  test('takes no more room than it may', () => {
    expectWithin(budgets.installedFiles, files.length)
    const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0)
    expectWithin(budgets.installedBytes, bytes)
  })

  test('has no loose type in its declarations', () => {
    const declarations = files.filter((path) => /\.d\.c?ts$/.test(path))
    expect(declarations.length).toBeGreaterThanOrEqual(10)
    const loose = declarations.reduce((sum, path) => sum + countLooseTypes(path), 0)
    expectWithin(budgets.looseTypes, loose)
  })
})
