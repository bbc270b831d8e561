import { createParser } from 'eventsource-parser'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEventReader } from '../src/event-reader.ts'

function read(pieces: readonly string[]): string[] {
  const all: string[] = []
  const reader = createEventReader((data) => all.push(data))
  for (const piece of pieces) reader.push(piece)
  return all
}

/** What an independent implementation of the same standard makes of the pieces. */
function readByOther(pieces: readonly string[]): string[] {
  const all: string[] = []
  const parser = createParser({ onEvent: ({ data }) => all.push(data) })
  for (const piece of pieces) parser.feed(piece)
  return all
}

const cut = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )

describe('the examples of the standard', () => {
  test.each([
    ['data: YHOO\ndata: +2\ndata: 10\n\n', ['YHOO\n+2\n10']],
    [
      ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n',
      ['first event', 'second event', ' third event'],
    ],
    ['data\n\ndata\ndata\n\ndata:', ['', '\n']],
    ['data:test\n\ndata: test\n\n', ['test', 'test']],
    ['event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n', ['73857293', '2153']],
  ])('%j', (text, events) => {
    for (const ended of [text, text.replaceAll('\n', '\r'), text.replaceAll('\n', '\r\n')])
      for (const size of [1, 2, 3, 1000]) expect(read(cut(ended, size))).toEqual(events)
  })
})

test.each([
  [
    'a name that only begins as data',
    'database: x\ndat: x\ndata x\n: data: x\n data: x\nDATA: x\n\n',
  ],
  ['an event that is not over', 'data: x\n'],
  ['names without data', 'id: 1\nevent: x\nretry: 5\n\n'],
  ['a second byte order mark', '\uFEFF\uFEFFdata: x\n\n'],
])('%s is no event', (_, text) => {
  for (const size of [1, 2, 3, 1000]) expect(read(cut(text, size))).toEqual([])
})

const syntax = fc.constantFrom(
  'data',
  'data:',
  'data: ',
  'data:  ',
  '\ndata: x\n',
  '\rdata:y\r',
  'dat',
  'id: 1',
  'id',
  'retry: 10',
  'event: x',
  ':',
  ': ',
  ' ',
  'x',
  'é🌍',
  '\uFEFF',
  '\0',
  '\u2028',
  '\n',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  'data: 1\n\n',
  'data: 2\ndata:\n\r',
)
// The other parser also passes over the three bytes of the mark when they were decoded as Latin-1.
const isMarkOfBytes = (text: string) => text.startsWith('\u00EF\u00BB\u00BF')
const anyText = fc
  .array(fc.oneof({ weight: 9, arbitrary: syntax }, { weight: 1, arbitrary: fc.string() }), {
    maxLength: 40,
    size: 'max',
  })
  .map((all) => all.join(''))
  .filter((text) => !isMarkOfBytes(text))

test('any text in any pieces has the events that another parser finds', () => {
  let events = 0
  fc.assert(
    fc.property(anyText, fc.array(fc.nat({ max: 120 }), { maxLength: 12 }), (text, positions) => {
      const sorted = [0, ...positions.toSorted((a, b) => a - b), text.length]
      const pieces = sorted.slice(1).map((end, index) => text.slice(sorted[index], end))
      const expected = readByOther([text])
      events += expected.length
      expect(read(pieces)).toEqual(expected)
      expect(read([...text])).toEqual(expected)
      expect(readByOther(pieces)).toEqual(expected)
    }),
    { numRuns: 10_000 },
  )
  expect(events).toBeGreaterThan(10_000)
})

test('characters that are cut at any byte change nothing', () => {
  const text = '\uFEFFdata: Grüße\r\ndata: 🌍\u2028\r\r: ß\n\ndata:日本\n\ndata: e\u0301\r\n\r\n'
  const bytes = new TextEncoder().encode(text)
  let cuts = 0
  for (let at = 0; at <= bytes.length; at += 1) {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    const pieces = [bytes.subarray(0, at), bytes.subarray(at)].map((piece) =>
      decoder.decode(piece, { stream: true }),
    )
    expect(read(pieces)).toEqual(['Grüße\n🌍\u2028', '日本', 'e\u0301'])
    cuts += 1
  }
  expect(cuts).toBe(bytes.length + 1)
})

describe('what waits', () => {
  test('is the data of an event that is not over, and the line that has begun', () => {
    const reader = createEventReader(() => {})
    const waiting = ['data: 123', '45\n', 'data: 6', '\n\n'].map((piece) => {
      reader.push(piece)
      return reader.waiting()
    })
    expect(waiting).toEqual([9, 6, 13, 0])
  })

  test('is next to nothing of a line that is no data, however long', () => {
    for (const begin of [':', 'id: ', 'x', 'databas']) {
      const reader = createEventReader(() => {})
      for (const piece of [begin, ...Array.from({ length: 50 }, () => 'data: '.repeat(200))])
        reader.push(piece)
      expect(reader.waiting()).toBeLessThan(6)
    }
  })

  test('of a line of a million characters is put together once', () => {
    const text = `data: ${'x'.repeat(1_000_000)}\n\n`
    expect(read(cut(text, 10))).toEqual(['x'.repeat(1_000_000)])
  })
})

test('an event whose reader throws is not told again', () => {
  const told: string[] = []
  const reader = createEventReader((data) => {
    told.push(data)
    if (data.includes('a')) throw new Error(data)
  })
  expect(() => reader.push('data: a\n\ndata: lost\n\n')).toThrow('a')
  expect(() => reader.push('data: a\ndata: b\n\n')).toThrow('a\nb')
  reader.push('\ndata: c\n\n')
  expect(told).toEqual(['a', 'a\nb', 'c'])
})
