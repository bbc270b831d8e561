import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { everybody, peopleNamed } from '../../src/privacy/people-in-text.ts'

afterEach(() => vi.restoreAllMocks())

/** Counts the names that are read before the result is known. */
function countNames(text: string): number {
  const add = vi.spyOn(Set.prototype, 'add')
  peopleNamed(text)
  const count = add.mock.calls.length
  add.mockRestore()
  return count
}

test('every possible address in running text is found', () => {
  expect(peopleNamed('Ask =Ada@a.example.com, or ct_123.')).toEqual([
    'ct_123',
    '=ada@a.example',
    '=ada@a.example.com',
    'ada@a.example',
    'ada@a.example.com',
  ])
  expect(peopleNamed('{"email":"ada@a.example.com"}')).toEqual(['ada@a.example.com'])
})

test('a text that names more than 50 people counts as naming everybody', () => {
  const people = (count: number) => Array.from({ length: count }, (_, at) => `"p${at}@a.de"`).join()
  expect(peopleNamed(people(50))).toHaveLength(50)
  expect(peopleNamed(people(51))).toEqual([everybody])
})

const crowded = `${'!'.repeat(245)}x@${'a.'.repeat(118)}bc z`

test.each([
  ['an address that can begin and end at many positions', crowded],
  ['such an address in two layers of encoding', encodeURIComponent(encodeURIComponent(crowded))],
  ['many such addresses', `${crowded} `.repeat(500)],
  ['addresses with another character after each', '!!!!!!x@a.a.a.a.a.a.a\u{1f600}'.repeat(5_000)],
  ['addresses in lower and upper case', '!!!!x@a.a.a.a.a !!!!X@a.a.a.a.a '.repeat(5_000)],
  ['ids', Array.from({ length: 20_000 }, (_, at) => `ct_${at}`).join(' ')],
])('a search ends soon after the 51st name in a text with %s', (_what, text) => {
  expect(countNames(text)).toBeLessThan(200)
})

test('an address is found anywhere in a text', () => {
  const word = fc.stringMatching(/^[a-z!+=]{1,8}$/)
  const label = fc.stringMatching(/^[a-z]{1,5}$/)
  const host = fc.array(label, { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(word, host, fc.constantFrom('', ' ', '"', '<'), (local, labels, edge) => {
      const address = `${local}@${labels.join('.')}`
      const named = peopleNamed(`say ${edge}${address}${edge} twice ${address}`)
      expect(named).toContain(address)
    }),
  )
})
