import { expect, test } from 'vitest'
import { budgets } from '../../runtimes/smoke/test/budgets/budgets.ts'
import { read } from './pages.ts'

test('docs/performance.md states the limits that the tests hold the client to', () => {
  const page = read('docs/performance.md')
  const sentence = page.split('\n').find((line) => line.startsWith('`runtimes/smoke/test/budgets`'))
  const { fullClient, everything, errors, memory } = budgets
  for (const [name, { limit }] of Object.entries({ fullClient, everything, errors, memory })) {
    expect(sentence, name).toMatch(new RegExp(`(?<![\\d,])${limit.toLocaleString('en')}(?![\\d,])`))
  }
})
