import { expect, test } from 'vitest'
import { countCharacters } from '../../src/knowledge/count-characters.ts'

test('each Unicode code point counts as one character', () => {
  const lengths = [
    ['', 0],
    ['plain', 5],
    ['漢字', 2],
    ['a😀b😀', 4],
    ['e\u0301', 2],
    ['👨‍👩‍👧', 5],
  ] as const
  for (const [text, length] of lengths) expect.soft(countCharacters(text), text).toBe(length)
  expect(lengths).toHaveLength(6)
})
