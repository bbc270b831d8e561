import { expect, test } from 'vitest'
import { countCharacters } from '../../src/knowledge/count-characters.ts'

test('a character beyond the basic plane counts once', () => {
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
