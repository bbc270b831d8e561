import process from 'node:process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../models/test/support/any-character.ts'
import {
  type GreetingDetails,
  type GreetingPart,
  readGreetingText,
  renderGreetingText,
  usedFields,
} from '../../src/text/greeting-template.ts'

function partsOf(text: string): readonly GreetingPart[] {
  const template = readGreetingText(text)
  if (!template.ok) throw new Error(template.problem)
  return template.parts
}

const render = (text: string, details: GreetingDetails = {}): string =>
  renderGreetingText(partsOf(text), details)

const ada: GreetingDetails = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: 'Analytical',
  title: 'Countess',
}

describe('link greeting, details in a text', () => {
  test.each([
    ['Hi {first|there}!', 'Hi Ada!', 'Hi there!'],
    ['Hi {first}!', 'Hi Ada!', 'Hi!'],
    ['Good to see {company|your team}.', 'Good to see Analytical.', 'Good to see your team.'],
    ['Hi {first} {last}, welcome.', 'Hi Ada Lovelace, welcome.', 'Hi, welcome.'],
    ['As {title} at {company|your company}', 'As Countess at Analytical', 'As at your company'],
    ['{first}, welcome', 'Ada, welcome', ', welcome'],
    ['{first} welcome', 'Ada welcome', 'welcome'],
    ['{first} {last} welcome', 'Ada Lovelace welcome', 'welcome'],
    ['Hello\n{first} welcome', 'Hello\nAda welcome', 'Hello\nwelcome'],
    ['Hi   {first} there', 'Hi   Ada there', 'Hi there'],
    ['{first}{last}', 'AdaLovelace', ''],
    ['{ first | there }', 'Ada', 'there'],
    ['{first|}x', 'Adax', 'x'],
    ['{first|a|b}', 'Ada', 'a|b'],
    ['No details | at all', 'No details | at all', 'No details | at all'],
    ['', '', ''],
  ])('%j is %j with details and %j without', (text, withDetails, without) => {
    expect(render(text, ada)).toBe(withDetails)
    expect(render(text)).toBe(without)
  })

  test('a blank detail counts as missing', () => {
    expect(render('Hi {first|there}', { first_name: '  ' })).toBe('Hi there')
    expect(render('Hi {first} you', { first_name: '' })).toBe('Hi you')
    expect(render('Hi {first} you', { first_name: null })).toBe('Hi you')
  })

  test('a detail is neither read as a template nor as a replacement pattern', () => {
    expect(render('Hi {first}', { first_name: '{last|$&}' })).toBe('Hi {last|$&}')
  })

  test.each([
    ['Hi {name}', 'there is no detail `{name}`; use {first}, {last}, {company}, {title}'],
    ['Hi {first_name}', 'there is no detail'],
    ['Hi {FIRST}', 'there is no detail'],
    ['Hi {}', 'there is no detail `{}`'],
    ['Hi {|there}', 'there is no detail'],
    ['Hi {constructor}', 'there is no detail'],
    ['Hi {first', 'an opening brace has no closing brace'],
    ['Hi first}', 'a closing brace has no opening brace'],
    ['Hi {first|{last}}', 'a placeholder contains an opening brace'],
    ['Hi {{first}}', 'a placeholder contains an opening brace'],
    ['Hi {first}}', 'a closing brace has no opening brace'],
  ])('%j is refused', (text, problem) => {
    const template = readGreetingText(text)
    expect(template).toMatchObject({ ok: false, problem: expect.stringContaining(problem) })
  })

  test('the fields are the details that are used, each once, in a fixed order', () => {
    expect(usedFields(partsOf('{title} {first} {first|you}'), partsOf('{company}'))).toEqual([
      'first_name',
      'company',
      'title',
    ])
    expect(usedFields(partsOf('{last}'))).toEqual(['last_name'])
    expect(usedFields(partsOf('None'), [])).toEqual([])
  })
})

describe('properties of greeting texts', () => {
  const word = fc.stringMatching(/^[a-z,.!|]{1,6}$/)
  const placeholder = fc
    .tuple(fc.constantFrom('first', 'last', 'company', 'title'), fc.option(word))
    .map(([name, fallback]) => `{${name}${fallback === null ? '' : `|${fallback}`}}`)
  const text = fc
    .array(fc.oneof(word, placeholder), { maxLength: 8 })
    .map((parts) => parts.join(' '))
  const detail = fc.option(fc.stringMatching(/^[A-Z][a-z]{0,8}$/))
  const details = fc.record({
    first_name: detail,
    last_name: detail,
    company: detail,
    title: detail,
  })

  test('any text is read, or refused with a reason', () => {
    const braced = fc.string({ unit: fc.constantFrom('{', '}', '|', ' ', 'first', 'x', '\n') })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), braced), (any) => {
        const template = readGreetingText(any)
        if (template.ok) expect(typeof renderGreetingText(template.parts, ada)).toBe('string')
        else expect(template.problem).toMatch(/^\S.+$/s)
      }),
      { numRuns: 1_000 },
    )
  })

  test('a text without braces stays unchanged', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }).filter((any) => !/[{}]/.test(any)),
        details,
        (any, known) => render(any, known) === any,
      ),
    )
  })

  test('a rendered text renders to itself', () => {
    fc.assert(
      fc.property(text, details, details, (any, known, other) => {
        const once = render(any, known)
        expect(render(once, other)).toBe(once)
      }),
    )
  })

  test('a dropped detail leaves no double space, and no space before the text', () => {
    fc.assert(
      fc.property(text, details, (any, known) => {
        const written = render(any, known)
        expect(written).not.toMatch(/ {2}/)
        expect(written).not.toMatch(/^ /)
      }),
    )
  })

  test('if every detail is known, each placeholder becomes its detail', () => {
    const values: Record<string, string> = {
      first: 'Ada',
      last: 'Lovelace',
      company: 'Analytical',
      title: 'Countess',
    }
    fc.assert(
      fc.property(text, (any) => {
        const filled = any.replace(/\{(\w+)[^}]*\}/g, (_, name: string) => values[name] ?? '')
        expect(render(any, ada)).toBe(filled)
      }),
    )
  })

  test('long hostile texts are read and rendered in less than two seconds of processor time', () => {
    const before = process.threadCpuUsage()
    expect(readGreetingText('{'.repeat(200_000)).ok).toBe(false)
    expect(render(`${' '.repeat(20_000)}{first}`.repeat(3))).toBe('')
    expect(render(`${' '.repeat(100_000)}x{first}`)).toHaveLength(100_001)
    expect(render('{first|x}'.repeat(50_000))).toHaveLength(50_000)
    // This measures processor time of this thread, which a busy machine does not lengthen.
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(2_000)
  })
})
