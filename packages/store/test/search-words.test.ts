import { expect, test, vi } from 'vitest'
import {
  indexTerms,
  misspelling,
  partsLike,
  searchWords,
  termOf,
  wordsOf,
} from '../src/search-words.ts'

test('the words of a text are in order, without case and accents, with joined words and €', () => {
  expect(wordsOf('What does "Pro-rata" cost, in €? Cost: 42% (naïve)')).toEqual([
    ...['what', 'does', 'pro', 'rata', 'prorata', 'cost', 'in', '€', 'cost', '42', 'naive'],
  ])
  expect(wordsOf('É e\u0301 E')).toEqual(['e', 'e', 'e'])
})

test('each word is searched for once, and no more than 64 of them', () => {
  expect(searchWords('Cost, COST and Cöst')).toEqual(['cost', 'and'])
  const typed = Array.from({ length: 100 }, (_, at) => `w${at}`).join(' ')
  expect(searchWords(typed)).toHaveLength(64)
})

test.each([
  'refund refunds refunded',
  'cancel cancelled canceling cancellation',
  'company companies',
  'Lieferung Lieferungen',
  'Preis Preise',
  'remboursement rembourser',
  'abonnement abonner abonnements',
  'cancelar cancelación cancelaciones',
  'horario horarios',
  'levering leveringen',
])('the forms of a word are one term: %s', (forms) => {
  expect(new Set(wordsOf(forms).map(termOf)).size).toBe(1)
})

test('a text is found by its terms, and by the parts of words that may be misspelled', () => {
  expect(indexTerms('Refunds: 5')).toEqual(['refund', '^ref', 'nds$', '5'])
})

test('a word may have one wrong letter, or two if it is long, unless it is likely another word', () => {
  expect(misspelling('waranty', 'warranty')).toBe(1)
  expect(misspelling('prcie', 'price')).toBe(1)
  expect(misspelling('authentification', 'authentication')).toBe(2)
  expect(misspelling('gent', 'ghent')).toBe(1)
  expect(misspelling('life', 'like')).toBeNull()
  expect(misspelling('ramen', 'raten')).toBeNull()
  expect(misspelling('kuchen', 'buchen')).toBeNull()
  expect(misspelling('price', 'refund')).toBeNull()
})

test('a word and the word for which it stands have a part in common', () => {
  const pairs = [
    ['prcie', 'price'],
    ['waranty', 'warranty'],
    ['refuunds', 'refund'],
    ['relase', 'release'],
    ['authentification', 'authentication'],
  ] as const
  for (const [typed, word] of pairs) {
    expect(misspelling(typed, word), typed).not.toBeNull()
    expect(indexTerms(word), typed).toEqual(
      expect.arrayContaining([expect.toBeOneOf(partsLike(typed))]),
    )
  }
})

test('a long run of combining marks is decomposed in short pieces', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(wordsOf(`n${'\u0301\u0327'.repeat(2_000)}a\u{1d400}\uac00`)).toEqual([
    'na\u{1d400}\u1100\u1161',
  ])
  const lengths = normalize.mock.contexts.map((text) => String(text).length)
  normalize.mockRestore()
  expect(Math.max(...lengths)).toBeLessThanOrEqual(128)
})
