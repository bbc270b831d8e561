import { expect, test } from 'vitest'
import { readBlocks } from '../src/view/render-markdown.ts'

test('a heading keeps all of its text, however long it is', () => {
  const text = 'front door '.repeat(1_000).trim()
  expect(readBlocks(`## ${text}\nmore`)).toEqual([
    { kind: 'h4', lines: [text] },
    { kind: 'p', lines: ['more'] },
  ])
})
