import { expect, test } from 'vitest'
import { foldWord, searchWords } from '../../src/store/search-words.ts'

test('words are runs of letters, digits and accents, each once', () => {
  expect(searchWords('What does "Pro-rata" cost, in €? Cost: 42% (naïve)')).toEqual([
    'What',
    'does',
    'Pro',
    'rata',
    'cost',
    'in',
    'Cost',
    '42',
    'naïve',
  ])
})

test('no more than 64 words are searched for', () => {
  const typed = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ')
  expect(searchWords(typed)).toHaveLength(64)
})

test('folding takes case and accents away', () => {
  expect(['É', 'e\u0301', 'E'].map(foldWord)).toEqual(['e', 'e', 'e'])
})
