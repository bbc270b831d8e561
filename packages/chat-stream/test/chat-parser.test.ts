import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChatStreamError, createChatParser } from '../src/index.ts'
import { event, parseAll } from './support/parse-all.ts'

const delta = (text: string) => ({ type: 'text-delta', id: '1', delta: text })
const hello = delta('Hello')

describe('event stream syntax', () => {
  const cases: [string, string][] = [
    ['line feeds', 'data: J\n\n'],
    ['carriage returns', 'data: J\r\r'],
    ['carriage returns and line feeds', 'data: J\r\n\r\n'],
    ['mixed line ends', 'data: J\r\n\n'],
    ['no space after the colon', 'data:J\n\n'],
    ['a byte order mark', '\uFEFFdata: J\n\n'],
    ['comments before and inside it', ': stream-open\n\n: x\ndata: J\n:\n\n'],
    ['other fields', 'id: 7\nretry: 10\nfoo: bar\nevent: message\ndata: J\n\n'],
    ['an event name of its own', 'event: chunk\ndata: J\n\n'],
    ['empty lines around it', '\n\n\ndata: J\n\n\n\n'],
    ['empty events before it', 'data\n\ndata:\n\ndata: \n\ndata: J\n\n'],
  ]
  test.each(cases)('an event is read with %s', (_, text) => {
    const input = text.replace('J', JSON.stringify(hello))
    expect(parseAll([input])).toMatchObject({ chunks: [hello], codes: [], state: 'ended' })
    expect(parseAll([...input])).toMatchObject({ chunks: [hello], codes: [], state: 'ended' })
  })

  test('data on several lines is one text', () => {
    const text = 'data: {"type":"text-delta",\ndata: "id":"1",\ndata: "delta":"Hello"}\n\n'
    expect(parseAll([text]).chunks).toEqual([hello])
  })

  test('[DONE] closes the parser, and later input is ignored', () => {
    const { chunks, codes, state } = parseAll([event(hello), 'data: [DONE]\n\n', event(hello), 'x'])
    expect({ chunks, codes, state }).toEqual({ chunks: [hello], codes: [], state: 'done' })
  })
})

describe('a malformed event is reported and skipped', () => {
  test.each([
    ['data: {"type":"text-del\n\n', 'invalid-json'],
    ['data: <html>\n\n', 'invalid-json'],
    ['data: null\n\n', 'invalid-chunk'],
    ['data: 5\n\n', 'invalid-chunk'],
    ['data: "text"\n\n', 'invalid-chunk'],
    ['data: [{"type":"start"}]\n\n', 'invalid-chunk'],
    ['data: {}\n\n', 'invalid-chunk'],
    ['data: {"type":5}\n\n', 'invalid-chunk'],
    ['event: ping\ndata: {"at":1}\n\n', 'invalid-chunk'],
    ['event: ping\ndata: pong\n\n', 'invalid-json'],
  ])('%j', (bad, code) => {
    const { chunks, codes } = parseAll([event(hello) + bad + event(hello)])
    expect(chunks).toEqual([hello, hello])
    expect(codes).toEqual([code])
  })

  test('onProblem gets its data as the second argument, and not in the problem', () => {
    const reports: [ChatStreamError, string][] = []
    const parser = createChatParser({
      onChunk: () => {},
      onProblem: (problem, data) => reports.push([problem, data]),
    })
    parser.push('data: ada@example.com\n\ndata: {"type":"text-delta","id":"ada@example.com"}\n\n')
    expect(reports.map(([problem, data]) => [problem.code, data])).toEqual([
      ['invalid-json', 'ada@example.com'],
      ['invalid-chunk', '{"type":"text-delta","id":"ada@example.com"}'],
    ])
    for (const [problem] of reports) {
      expect(problem).toBeInstanceOf(ChatStreamError)
      expect(problem.name).toBe('ChatStreamError')
      expect(`${problem.stack}${problem.cause}`).not.toContain('ada@')
    }
  })

  test('without onProblem, a malformed event is skipped too', () => {
    const chunks: unknown[] = []
    const parser = createChatParser({ onChunk: (chunk) => chunks.push(chunk) })
    parser.push(`data: nonsense\n\n${event(hello)}`)
    expect(chunks).toEqual([hello])
  })
})

describe('the end of the input', () => {
  test.each(['', '\n', '\r', '\r\n'])('a last event that ends with %j is delivered', (end) => {
    const { chunks, codes } = parseAll([`data: ${JSON.stringify(hello)}${end}`])
    expect({ chunks, codes }).toEqual({ chunks: [hello], codes: [] })
  })

  test('a last event that does not parse is reported as incomplete', () => {
    expect(parseAll([event(hello), 'data: {"type":"text-delta","id":"1","del'])).toMatchObject({
      chunks: [hello],
      codes: ['incomplete-event'],
      state: 'ended',
    })
  })

  test('a last [DONE] without its blank line counts', () => {
    expect(parseAll(['data: [DONE]']).state).toBe('done')
  })

  test('a truncated field name is ignored', () => {
    expect(parseAll([event(hello), 'dat'])).toMatchObject({ chunks: [hello], codes: [] })
  })

  test('a truncated character becomes a replacement character', () => {
    const bytes = new TextEncoder().encode(event(delta('é')))
    const reports: [string, string][] = []
    const parser = createChatParser({
      onChunk: () => {},
      onProblem: ({ code }, data) => reports.push([code, data]),
    })
    parser.push(bytes.slice(0, bytes.indexOf(0xc3) + 1))
    parser.end()
    expect(reports).toEqual([['incomplete-event', '{"type":"text-delta","id":"1","delta":"\uFFFD']])
  })

  test('input after the end is ignored', () => {
    const chunks: unknown[] = []
    const parser = createChatParser({ onChunk: (chunk) => chunks.push(chunk) })
    parser.end()
    parser.push(event(hello))
    parser.end()
    expect(chunks).toEqual([])
    expect(parser.state).toBe('ended')
  })
})

describe('text', () => {
  test('bytes that are not UTF-8 become replacement characters', () => {
    const [before, after] = event(delta('?')).split('?')
    const encoder = new TextEncoder()
    const { chunks } = parseAll([
      encoder.encode(before),
      new Uint8Array([0xff]),
      encoder.encode(after),
    ])
    expect(chunks).toEqual([delta('\uFFFD')])
  })

  test('halves of a surrogate pair in two deltas stay separate', () => {
    const { chunks } = parseAll([
      'data: {"type":"text-delta","id":"1","delta":"\\ud83c"}\n\n',
      'data: {"type":"text-delta","id":"1","delta":"\\udf0d"}\n\n',
    ])
    expect(chunks).toEqual([delta('\ud83c'), delta('\udf0d')])
  })

  test('only one byte order mark is skipped', () => {
    const bytes = new TextEncoder().encode(`\uFEFF\uFEFF${event(hello)}${event(delta('x'))}`)
    expect(parseAll([bytes]).chunks).toEqual([delta('x')])
    expect(parseAll(Array.from(bytes, (byte) => Uint8Array.of(byte))).chunks).toEqual([delta('x')])
  })

  test('an incomplete character at the end of bytes is replaced when text follows', () => {
    const bytes = new TextEncoder().encode('data: {"type":"text-delta","id":"1","delta":"é')
    const { chunks } = parseAll([bytes.subarray(0, -1), 'x"}\n\n'])
    expect(chunks).toEqual([delta('\uFFFDx')])
  })

  test('bytes and text may be mixed', () => {
    const text = event(delta('Grüße'))
    const half = Math.floor(text.length / 2)
    const { chunks } = parseAll([new TextEncoder().encode(text.slice(0, half)), text.slice(half)])
    expect(chunks).toEqual([delta('Grüße')])
  })
})

describe('member names that reach a prototype', () => {
  test('are removed at any depth, in any spelling', () => {
    const { chunks, codes } = parseAll([
      'data: {"type":"data-x","data":{"__proto__":{"polluted":1},"a":[{"\\u005f\\u005fproto\\u005f_":1,"b":2}]},"__proto__":{"id":"z"}}\n\n',
    ])
    expect(codes).toEqual([])
    expect(chunks).toStrictEqual([{ type: 'data-x', data: { a: [{ b: 2 }] } }])
    expect(JSON.stringify(chunks)).not.toContain('proto')
    expect({}).not.toHaveProperty('polluted')
  })

  test('are removed when they are partly written with escapes', () => {
    for (const key of ['\\u005f_proto__', '__prot\\u006f__', '__\\u0070roto__']) {
      const { chunks } = parseAll([`data: {"type":"data-x","data":{"${key}":{"a":1}}}\n\n`])
      expect(chunks).toStrictEqual([{ type: 'data-x', data: {} }])
    }
  })

  test('are kept inside text', () => {
    const chunk = delta('__proto__ and \\u005f are words')
    expect(parseAll([event(chunk)]).chunks).toEqual([chunk])
  })

  test('constructor is an ordinary member name', () => {
    const chunk = { type: 'data-x', data: { constructor: { prototype: { a: 1 } } } }
    expect(parseAll([event(chunk)]).chunks).toEqual([chunk])
  })
})

test('push rethrows an error of onChunk and drops the rest of that input, but nothing after it', () => {
  const chunks: unknown[] = []
  const parser = createChatParser({
    onChunk(chunk) {
      chunks.push(chunk)
      if ('delta' in chunk && chunk.delta === 'throw') throw new Error('thrown')
    },
  })
  const lines = event(delta('throw')).replace('"id"', '\ndata: "id"')
  for (const thrown of [event(delta('throw')), lines]) {
    expect(() => parser.push(thrown + event(delta('lost')))).toThrow('thrown')
    parser.push(event(hello))
  }
  expect(chunks).toEqual([delta('throw'), hello, delta('throw'), hello])
  expect(parser.state).toBe('open')
})

test('end rethrows an error of onChunk, and still ends the parsing', () => {
  const chunks: unknown[] = []
  const parser = createChatParser({
    onChunk(chunk) {
      chunks.push(chunk)
      throw new Error('thrown')
    },
  })
  parser.push(event(hello).trimEnd())
  expect(() => parser.end()).toThrow('thrown')
  expect(parser.state).toBe('ended')
  parser.push(event(hello))
  expect(chunks).toEqual([hello])
})

test('any bytes in any pieces are parsed without an exception, and every problem is a ChatStreamError', () => {
  const alphabet = fc.constantFrom(
    'data: ',
    'data:',
    '{"type":"text-delta","id":"1","delta":"é"}',
    '\n',
    '\r',
    '\n\n',
    '[DONE]',
    'event: x',
    ':',
    '\uFEFF',
    '{',
    '"',
    'id: 1',
    '__proto__',
  )
  const noise = fc
    .array(fc.oneof(alphabet, fc.string()), { maxLength: 30 })
    .map((all) => all.join(''))
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    noise.map((text) => new TextEncoder().encode(text)),
  )
  fc.assert(
    fc.property(
      bytes,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 60 }),
      (input, size, maxEventBytes) => {
        const pieces = []
        for (let at = 0; at < input.length; at += size) pieces.push(input.subarray(at, at + size))
        for (const limit of [undefined, maxEventBytes]) {
          const { problems, state } = parseAll(pieces, { maxEventBytes: limit })
          for (const problem of problems) expect(problem).toBeInstanceOf(ChatStreamError)
          expect(['ended', 'done', 'too-large']).toContain(state)
        }
      },
    ),
    { numRuns: 2000 },
  )
})
