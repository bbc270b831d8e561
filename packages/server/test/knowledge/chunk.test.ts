import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunkText } from '../../src/knowledge/chunk.ts'
import { chunkSections } from '../../src/knowledge/chunk-sections.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')

describe('a text', () => {
  test('is cut between paragraphs, which are joined while they are short', () => {
    const long = 'a'.repeat(500)
    expect(chunkText(`One.\n\nTwo.\n \n${long}\n\n${long}`)).toEqual([
      `One.\n\nTwo.\n\n${long}`,
      long,
    ])
  })

  test('is cut between sentences if a paragraph is long', () => {
    const sentence = `${'b'.repeat(400)}.`
    expect(chunkText(`${sentence} ${sentence} ${sentence}`)).toEqual([
      `${sentence} ${sentence}`,
      sentence,
    ])
  })

  test('is cut anywhere if a sentence is long, but never inside a character', () => {
    const passages = chunkText('😀'.repeat(1_000))
    expect(passages.join('')).toBe('😀'.repeat(1_000))
    expect(passages.map((passage) => [...passage].length)).toEqual([900, 100])
  })

  test('of nothing has no passages', () => {
    expect(chunkText(' \n\n \t ')).toEqual([])
  })
})

describe('a page', () => {
  test('is cut at its headings, and each passage begins with its heading', () => {
    const text = `${words(60)}.\n\n${words(200)}.`
    const passages = chunkSections([
      { heading: null, text: 'a'.repeat(300) },
      { heading: 'Prices', text },
      { heading: 'Terms', text: 'b'.repeat(300) },
    ])
    expect(passages[0]).toBe('a'.repeat(300))
    expect(passages.filter((passage) => passage.startsWith('Prices\n\n')).length).toBeGreaterThan(1)
    expect(passages.at(-1)).toBe(`Terms\n\n${'b'.repeat(300)}`)
    expect(passages.filter((passage) => passage.startsWith('w'))).toEqual([])
  })

  test('joins very short passages with the next, up to the length of a passage', () => {
    const section = (heading: string, length: number) => ({ heading, text: 'a'.repeat(length) })
    const short = [
      section('One', 20),
      section('Two', 20),
      section('Three', 200),
      section('Four', 20),
    ]
    expect(chunkSections(short).map((passage) => passage.match(/[A-Z]\w+/g))).toEqual([
      ['One', 'Two', 'Three'],
      ['Four'],
    ])
    const long = [section('One', 20), section('Two', 890)]
    expect(chunkSections(long)).toHaveLength(2)
  })

  test('keeps a heading that has no text', () => {
    expect(chunkSections([{ heading: 'Call 555 0100', text: '' }])).toEqual(['Call 555 0100'])
  })

  test('treats a very long heading as a paragraph', () => {
    const heading = `${'a'.repeat(1_000)}.`
    const passages = chunkSections([{ heading, text: 'b' }])
    expect(Math.max(...passages.map((passage) => passage.length))).toBeLessThanOrEqual(900)
    expect(passages.join('')).toContain('b')
  })

  test('of nothing has no passages', () => {
    expect(chunkSections([])).toEqual([])
    expect(chunkSections([{ heading: null, text: ' ' }])).toEqual([])
    expect(chunkSections([{ heading: ' ', text: '' }])).toEqual([])
  })

  test('loses no word, in passages whose number and length are bounded', () => {
    const text = fc.array(fc.stringMatching(/^[a-z]{1,12}[.!]?$/), { maxLength: 400 })
    const section = fc.record({
      heading: fc.option(text.map((parts) => parts.slice(0, 30).join(' '))),
      text: text.map((parts) => parts.join(' ')),
    })
    fc.assert(
      fc.property(fc.array(section, { maxLength: 30 }), (sections) => {
        const passages = chunkSections(sections)
        const given = sections.map((part) => `${part.heading ?? ''} ${part.text}`).join(' ')
        const found = new Set(passages.join(' ').split(/\s+/))
        expect(given.split(/\s+/).filter((word) => word !== '' && !found.has(word))).toEqual([])
        expect(Math.max(0, ...passages.map((passage) => passage.length))).toBeLessThanOrEqual(1_102)
        expect(passages.length).toBeLessThanOrEqual(given.length / 100 + 1)
      }),
      { numRuns: 200 },
    )
  })
})
