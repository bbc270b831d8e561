import { expect, test } from 'vitest'
import { searchWords, wordsOf } from '../src/search-words.ts'

test('words are runs of letters and digits, in their order, without case and accents', () => {
  expect(wordsOf('What does "Pro-rata" cost, in €? Cost: 42% (naïve)')).toEqual([
    ...['what', 'does', 'pro', 'rata', 'cost', 'in', 'cost', '42', 'naive'],
  ])
  expect(wordsOf('É e\u0301 E')).toEqual(['e', 'e', 'e'])
})

test('each word is searched for once, and no more than 64 of them', () => {
  expect(searchWords('Cost, COST and Cöst')).toEqual(['cost', 'and'])
  const typed = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ')
  expect(searchWords(typed)).toHaveLength(64)
})
