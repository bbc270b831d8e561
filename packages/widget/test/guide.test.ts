import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { states } from './browser/support/states.ts'

test('the guide shows the pictures of all states, in their order, and no others', () => {
  const guide = readFileSync(new URL('../../../docs/widget.md', import.meta.url), 'utf8')
  const [, everyState = ''] = guide.split('## Every state')
  const pictures = [...everyState.matchAll(/\(images\/widget\/(.+)\.png\)/g)].map(
    ([, name]) => name,
  )
  expect(pictures).toEqual(Object.keys(states))
})
