import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'

test('npm installs the client alone, without a registry', () => {
  const modules = join(inject('clientProject'), 'node_modules')
  const installed = readdirSync(modules).filter((name) => !name.startsWith('.'))
  expect(installed).toEqual(['@doorkit'])
  expect(readdirSync(join(modules, '@doorkit'))).toEqual(['client'])
})

const folderOf = (name: string) => join(inject('fullProject'), 'node_modules/@doorkit', name)

// These are packed with their declarations.
test.each([
  ['client', 24],
  ['webhooks', 48],
  ['chat-stream', 8],
  ['widget', 6],
])('@doorkit/%s has every file that its exports name', (name, least) => {
  const { exports } = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'))
  const named = JSON.stringify(exports).match(/\.\/dist\/[^"]+/g) ?? []
  expect(named.length).toBeGreaterThanOrEqual(least)
  for (const path of named) expect(existsSync(join(folderOf(name), path)), path).toBe(true)
})

test('the element of @doorkit/widget contains its styles', () => {
  const dist = join(folderOf('widget'), 'dist')
  expect(readFileSync(join(dist, 'element.js'), 'utf8')).toContain(':host{all:initial!important')
  expect(readdirSync(dist).filter((name) => name.endsWith('.css'))).toEqual([])
})

test('the declarations of @doorkit/webhooks import no internal module', () => {
  const dist = join(folderOf('webhooks'), 'dist')
  const declarations = readdirSync(dist).filter((name) => /\.d\.c?ts$/.test(name))
  expect(declarations.length).toBeGreaterThanOrEqual(18)
  for (const name of declarations) {
    expect(readFileSync(join(dist, name), 'utf8')).not.toMatch(/['"]#\w/)
  }
})
