import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutPassages, cutText, headingsOf } from '../../src/knowledge/cut-passages.ts'
import { sectionsOfPage, sectionsOfText } from '../../src/knowledge/document-sections.ts'

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ')

describe('a text', () => {
  test('is cut between paragraphs, which are joined while they are short', () => {
    const long = 'a'.repeat(500)
    expect(cutText(`One.\n\nTwo.\n \n${long}\n\n${long}`)).toEqual([
      `One.\n\nTwo.\n\n${long}`,
      long,
    ])
  })

  test('is cut between sentences if a paragraph is long', () => {
    const sentence = `${'b'.repeat(400)}.`
    expect(cutText(`${sentence} ${sentence} ${sentence}`)).toEqual([
      `${sentence} ${sentence}`,
      sentence,
    ])
  })

  test('is cut inside a sentence that is too long, but never inside a character', () => {
    const passages = cutText('😀'.repeat(1_000))
    expect(passages.join('')).toBe('😀'.repeat(1_000))
    expect(passages.map((passage) => [...passage].length)).toEqual([900, 100])
  })

  test('of only white space has no passages', () => {
    expect(cutText(' \n\n \t ')).toEqual([])
  })
})

/** The passages of a document, each under its headings. */
const cut = (text: string) =>
  cutPassages(sectionsOfText(text)).map((passage) => [headingsOf(passage), passage.text])

describe('a document', () => {
  test('is cut at its headings, and each passage has the headings above it', () => {
    const text =
      '# Shops\n\nThree of them.\n\n## Ghent\n\n- 9 to 5\n\n## Antwerp\n10 to 6\n# Jobs\nNone.'
    expect(cut(text)).toEqual([
      ['Shops', 'Three of them.'],
      ['Shops › Ghent', '- 9 to 5'],
      ['Shops › Antwerp', '10 to 6'],
      ['Jobs', 'None.'],
    ])
  })

  test('has headings that are underlined, bold, or alone above a text', () => {
    expect(cut('Shops\n=====\nThree.\n\nGhent\n---\n9 to 5.')).toEqual([
      ['Shops', 'Three.'],
      ['Shops › Ghent', '9 to 5.'],
    ])
    expect(cut('# Shops\n\n**Ghent**\n\n9 to 5.')).toEqual([['Shops › Ghent', '9 to 5.']])
    expect(cut('Warranty\n\nTen years for frames.\n\nJobs\n\nNone now.')).toEqual([
      ['Warranty', 'Ten years for frames.'],
      ['Jobs', 'None now.'],
    ])
  })

  test('does not mistake code, a rule or a sentence that stands alone for a heading', () => {
    const code = '```\n# not a heading\n```'
    expect(cut(code)).toEqual([[null, code]])
    expect(cut(`${code}\n---\nTwo.`)).toEqual([[null, `${code}\n---\nTwo.`]])
    expect(cut('One.\n\n---\n\nTwo.')).toEqual([[null, 'One.\n\n---\n\nTwo.']])
    expect(cut('We are closed.\n\nCome tomorrow.')).toEqual([
      [null, 'We are closed.\n\nCome tomorrow.'],
    ])
  })
})

describe('a page', () => {
  const passagesOf = (sections: Parameters<typeof sectionsOfPage>[0]) =>
    cutPassages(sectionsOfPage(sections))

  test('is cut at its headings, and each passage has the heading above it', () => {
    const text = `${words(60)}.\n\n${words(200)}.`
    const passages = passagesOf([
      { heading: null, text: 'a'.repeat(300) },
      { heading: 'Prices', text },
      { heading: 'Terms', text: 'b' },
    ])
    expect(passages[0]).toEqual({ heading: null, above: null, text: 'a'.repeat(300) })
    expect(passages.filter(({ heading }) => heading === 'Prices').length).toBeGreaterThan(1)
    expect(passages.at(-1)).toEqual({ heading: 'Terms', above: null, text: 'b' })
  })

  test('with very many headings has its short sections joined, with their headings in the text', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ heading: `Part ${at}`, text: 'a' }))
    const passages = passagesOf(many)
    expect(passages.length).toBeLessThan(500)
    expect(passages[0]?.text).toContain('Part 0\n\na\n\nPart 1\n\na')
    expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(900)
  })

  test('keeps a heading that has no text', () => {
    const [passage] = passagesOf([{ heading: 'Call 555 0100', text: '' }])
    expect(passage?.text).toBe('Call 555 0100')
  })

  test('treats a heading that is as long as a paragraph as a paragraph', () => {
    const heading = `${'a'.repeat(1_000)}.`
    expect(passagesOf([{ heading, text: 'b' }])).toEqual([
      { heading: null, above: null, text: 'a'.repeat(900) },
      { heading: null, above: null, text: `${'a'.repeat(100)}.\n\nb` },
    ])
  })

  test('without sections has no passages', () => {
    expect(passagesOf([])).toEqual([])
    expect(passagesOf([{ heading: null, text: ' ' }])).toEqual([])
    expect(passagesOf([{ heading: ' ', text: '' }])).toEqual([])
  })

  test('loses no word, and its passages are bounded in number and length', () => {
    const text = fc.array(fc.stringMatching(/^[a-z]{1,12}[.!]?$/), { maxLength: 400 })
    const section = fc.record({
      heading: fc.option(text.map((parts) => parts.slice(0, 30).join(' '))),
      text: text.map((parts) => parts.join(' ')),
    })
    fc.assert(
      fc.property(fc.array(section, { maxLength: 30 }), (sections) => {
        const passages = passagesOf(sections)
        const given = sections.map((part) => `${part.heading ?? ''} ${part.text}`).join(' ')
        const kept = passages.map((passage) => `${headingsOf(passage) ?? ''} ${passage.text}`)
        const found = new Set(kept.join(' ').split(/\s+/))
        expect(given.split(/\s+/).filter((word) => word !== '' && !found.has(word))).toEqual([])
        expect(Math.max(0, ...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(900)
        expect(passages.length).toBeLessThanOrEqual(given.length / 100 + sections.length)
      }),
      { numRuns: 200 },
    )
  })
})
