import { expect, test } from 'vitest'
import { undisguise } from '../../src/answer/undisguise.ts'

test('a letter and its separate accent become one character, even after a long run of accents', () => {
  const accents = '\u0301'.repeat(200)
  expect(undisguise('https://acme.test/cafe\u0301')).toBe('https://acme.test/caf\u00e9')
  expect(undisguise(`e${accents} cafe\u0301`)).toBe(`e${accents} cafe\u0301`.normalize('NFKC'))
})
