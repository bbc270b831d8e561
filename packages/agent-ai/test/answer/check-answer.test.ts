import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAnswer, lumenCheck } from './check-text.ts'

/** A text, and the pieces into which it is cut at random positions. */
const cutText = (text: fc.Arbitrary<string>) =>
  text.chain((whole) =>
    fc
      .array(fc.nat(whole.length), { maxLength: 20 })
      .map((cuts) => [0, ...cuts.toSorted((one, other) => one - other), whole.length])
      .map((bounds) => bounds.slice(1).map((end, at) => whole.slice(bounds[at], end)))
      .map((pieces) => ({ whole, pieces })),
  )

const words = fc.constantFrom(
  'Lamps',
  'cost',
  '5.50',
  'Euro.',
  'Yes!',
  'e.g.',
  'https://lumen.example/a',
  'https://evil.example/?q=1',
  '[here](https://evil.example)',
  '![x](https://evil.example/x.png)',
  'I have booked it.',
  'A colleague will call you.',
  '[[1]].',
  'ok?',
  '\n\n',
  '- item\n',
)
const texts = fc.array(words, { maxLength: 30 }).map((list) => list.join(' '))

describe('an answer that arrives in pieces', () => {
  test('is the same however it is cut', () => {
    fc.assert(
      fc.property(cutText(texts), ({ whole, pieces }) => {
        expect(checkAnswer(pieces)).toBe(checkAnswer(whole))
      }),
    )
  })

  test('shows no foreign address and no promise at any time', () => {
    fc.assert(
      fc.property(cutText(texts), ({ pieces }) => {
        const check = lumenCheck()
        let shownText = ''
        for (const piece of pieces) {
          shownText += check.add(piece)
          expect(shownText).not.toMatch(/evil|have booked|will call/)
        }
        expect(shownText + check.end()).not.toMatch(/evil|have booked|will call/)
      }),
    )
  })

  test('waits at most for the end of a sentence', () => {
    const check = lumenCheck()
    const sentence = 'A lamp of ours costs 5.50 euro, and lasts ten years.'
    let shownText = ''
    for (const character of `${sentence} ${sentence} `) shownText += check.add(character)
    expect(shownText).toBe(`${sentence} ${sentence}`)
  })

  test('waits at most for 600 characters if a sentence with spaces has no end', () => {
    const check = lumenCheck()
    let shownText = ''
    for (let count = 0; count < 200; count += 1) {
      shownText += check.add('word and ')
      expect((count + 1) * 9 - shownText.length).toBeLessThanOrEqual(600)
    }
  })

  test('stays as it is if it has none of the characters that addresses and markup need', () => {
    const plain = fc
      .string({ unit: 'grapheme', maxLength: 400 })
      .filter((text) => !/[[\]<&.:@\\/。．｡*_`]/.test(text.normalize('NFKC')))
    fc.assert(
      fc.property(cutText(plain), ({ whole, pieces }) => {
        expect(checkAnswer(pieces)).toBe(whole)
      }),
    )
  })
})

test('eleven hostile answers of 20,000 characters are checked within five seconds', () => {
  const started = performance.now()
  for (const unit of ['a.', '[', '![', '(', 'a@', '//', 'https://', '&#', '<a ', 'habe ', '。a']) {
    checkAnswer(unit.repeat(20_000 / unit.length))
  }
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('numbers of passages become citations', () => {
  const check = lumenCheck()
  const text = check.add('It costs 5 euro [[1]]. It lasts [[2, 3]].[[4]]\nBye.') + check.end()
  expect(text).toBe('It costs 5 euro. It lasts.\nBye.')
  expect(check.cited).toEqual([1, 2, 3, 4])
})
