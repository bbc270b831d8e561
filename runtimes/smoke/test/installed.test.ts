import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'

test('npm installs the client alone, without asking a registry', () => {
  const modules = join(inject('clientProject'), 'node_modules')
  const installed = readdirSync(modules).filter((name) => !name.startsWith('.'))
  expect(installed).toEqual(['@doorkit'])
  expect(readdirSync(join(modules, '@doorkit'))).toEqual(['client'])
})
