import { expect, test } from 'vitest'
import { readBlocks } from '../src/view/render-markdown.ts'

test('a heading of 2,000 words keeps its whole text, and the next line is a paragraph', () => {
  const text = 'front door '.repeat(1_000).trim()
  expect(readBlocks(`## ${text}\nmore`)).toEqual([
    { kind: 'h4', lines: [text] },
    { kind: 'p', lines: ['more'] },
  ])
})
