import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunkSamples } from './support/chunk-samples.ts'
import { event, parseAll } from './support/parse-all.ts'

const words = [
  'Grüße aus Köln',
  '日本語のテキスト',
  '🌍👩‍👩‍👧‍👦🇩🇪',
  'a\u2028b\u2029c',
  '\ud83d',
  'line\nbreak\r\n',
]
const deltas = words.map((delta) => ({ type: 'text-delta', id: '1', delta }))
const corpus = [
  '\uFEFF: stream-open\r\n\r\n',
  ...chunkSamples.map(({ chunk }) => event(chunk)),
  ...deltas.map((chunk) => `event: größe\r\nid: 1\r\ndata: ${JSON.stringify(chunk)}\r\n\r\n`),
  ...deltas.map((chunk) => `data:${JSON.stringify(chunk)}\r\r`),
  'data: {"type":\ndata: "text-delta",\r\ndata: "id":"ü","delta":"é"}\r\n\r\n',
  ': keep-alive\n\ndata: not json é\n\ndata: {"type":"für-später","x":"ß"}\n\n',
  'data: [DONE]\n\n',
].join('')
const bytes = new TextEncoder().encode(corpus)
const whole = parseAll([bytes])

/** Parses the pieces, and expects the same result as that of the whole corpus. */
function expectSame(pieces: readonly (Uint8Array | string)[]): void {
  const { chunks, codes, state } = parseAll(pieces)
  expect([codes, state]).toEqual([whole.codes, whole.state])
  expect(chunks).toEqual(whole.chunks)
}

test('the corpus is read completely', () => {
  expect(whole.chunks).toHaveLength(chunkSamples.length + 2 * deltas.length + 2)
  expect(whole.codes).toEqual(['invalid-json'])
  expect(whole.state).toBe('done')
  expect(bytes.length).toBeGreaterThan(corpus.length + 100)
})

test('a split at any byte changes nothing', () => {
  const expected = JSON.stringify(whole.chunks)
  let cuts = 0
  for (let at = 0; at <= bytes.length; at += 1) {
    const { chunks, codes, state } = parseAll([bytes.subarray(0, at), bytes.subarray(at)])
    if (JSON.stringify(chunks) !== expected) expect(chunks, `cut at ${at}`).toEqual(whole.chunks)
    expect([codes, state]).toEqual([whole.codes, whole.state])
    cuts += 1
  }
  expect(cuts).toBe(bytes.length + 1)
})

test('a split into single bytes changes nothing', () => {
  const singleBytes = Array.from(bytes, (byte) => Uint8Array.of(byte))
  expectSame(singleBytes)
})

test('a split into single characters changes nothing', () => {
  // By code unit, so that surrogate pairs are split as well.
  expectSame(corpus.split(''))
})

test('splits anywhere, some with empty pieces, change nothing', () => {
  const cuts = fc.array(fc.nat({ max: bytes.length }), { maxLength: 40 })
  fc.assert(
    fc.property(cuts, (positions) => {
      const bounds = [0, ...positions.toSorted((a, b) => a - b), bytes.length]
      expectSame(bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end)))
    }),
    { numRuns: 200 },
  )
})
