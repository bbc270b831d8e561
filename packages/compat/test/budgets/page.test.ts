import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../support/repository.ts'
import { budgets } from './budgets.ts'

test('docs/performance.md states four of the limits that these tests check', () => {
  const page = readFileSync(join(repository, 'docs/performance.md'), 'utf8')
  const sentence = page
    .split('\n')
    .find((line) => line.startsWith('`packages/compat/test/budgets`'))
  const { fullClient, everything, errors, memory } = budgets
  for (const [name, { limit }] of Object.entries({ fullClient, everything, errors, memory })) {
    expect(sentence, name).toMatch(new RegExp(`(?<![\\d,])${limit.toLocaleString('en')}(?![\\d,])`))
  }
})
