import { describe, expect, test } from 'vitest'
import type { ChatChunk } from '../src/index.ts'
import { encodeChatChunk } from '../src/index.ts'
import { brokenChunks, chunkSamples, fieldsOfAnyType, wrongValue } from './support/chunk-samples.ts'
import { event, parseAll } from './support/parse-all.ts'

describe('every kind of chunk', () => {
  test('29 literal types and data-* have a sample', () => {
    expect(new Set(chunkSamples.map(({ chunk }) => chunk.type)).size).toBe(30)
  })

  test.each(chunkSamples)('a complete $chunk.type is delivered unchanged', ({ chunk }) => {
    expect(parseAll([event(chunk)])).toMatchObject({ chunks: [chunk], codes: [] })
  })

  test.each(chunkSamples)('a $chunk.type may have unknown fields', ({ chunk }) => {
    const extended = { ...chunk, zebra: { stripes: 7 } }
    expect(parseAll([event(extended)])).toMatchObject({ chunks: [extended], codes: [] })
  })

  test.each(chunkSamples)('a $chunk.type survives encoding', ({ chunk }) => {
    const encodedEvent = encodeChatChunk(chunk as ChatChunk)
    expect(encodedEvent).toBe(event(chunk))
    expect(parseAll([encodedEvent]).chunks).toEqual([chunk])
  })

  test('a chunk with a missing or invalid required field is skipped, and the next one is delivered', () => {
    for (const { value, field } of brokenChunks) {
      const next = { type: 'text-start', id: 'next' }
      const { chunks, problems } = parseAll([event(value), event(next)])
      expect(chunks, JSON.stringify(value)).toEqual([next])
      expect(problems.map(({ code }) => code)).toEqual(['invalid-chunk'])
      expect(problems[0]?.message).toContain(`"${field}"`)
    }
    expect(brokenChunks).toHaveLength(81)
  })

  test('an optional field may be missing or null, and an invalid one is omitted', () => {
    let cases = 0
    for (const { chunk, optional } of chunkSamples) {
      for (const field of optional) {
        cases += 1
        const { [field]: _, ...without } = chunk
        expect(parseAll([event(without)])).toMatchObject({ codes: [] })
        expect(parseAll([event(without)]).chunks).toEqual([without])
        if (fieldsOfAnyType.includes(field)) continue
        expect(parseAll([event({ ...chunk, [field]: null })])).toMatchObject({ codes: [] })
        expect(parseAll([event({ ...chunk, [field]: null })]).chunks).toEqual([without])
        const mistaken = parseAll([event({ ...chunk, [field]: wrongValue })])
        expect(mistaken.chunks, JSON.stringify(chunk)).toEqual([without])
        expect(mistaken.codes).toEqual(['invalid-field'])
      }
    }
    expect(cases).toBe(54)
  })

  test('the content of lists and metadata is checked', () => {
    const badChunks = [
      { type: 'text-end', id: '1', citations: ['x'] },
      { type: 'text-end', id: '1', citations: {} },
      { type: 'text-end', id: '1', providerMetadata: { acme: 1 } },
      { type: 'text-end', id: '1', providerMetadata: [] },
      { type: 'text-end', id: '1', providerMetadata: { acme: [] } },
    ]
    for (const value of badChunks) {
      const { chunks, codes } = parseAll([event(value)])
      expect(chunks).toEqual([{ type: 'text-end', id: '1' }])
      expect(codes).toEqual(['invalid-field'])
    }
    expect(parseAll([event({ type: 'steering-message', id: '1', parts: [1] })]).chunks).toEqual([])
  })
})

describe('from a newer server', () => {
  test('a chunk of an unknown type is passed on complete', () => {
    const rawChunk = { type: 'tool-input-preview', toolCallId: 7, deep: [{ a: null }] }
    const { chunks, codes } = parseAll([event(rawChunk)])
    expect(chunks).toEqual([{ type: 'unknown', raw: rawChunk }])
    expect(codes).toEqual([])
    expect(chunks.map(encodeChatChunk)).toEqual([event(rawChunk)])
  })

  test('a type with the name of an inherited property is unknown', () => {
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'unknown', '']
    for (const type of names)
      expect(parseAll([event({ type })]).chunks).toEqual([{ type: 'unknown', raw: { type } }])
  })

  test('an unknown finish reason and input encoding are delivered', () => {
    const finish = { type: 'finish', finishReason: 'unknown' }
    const start = {
      type: 'tool-input-start',
      toolCallId: '1',
      toolName: 'a',
      inputEncoding: 'cbor',
    }
    expect(parseAll([event(start), event(finish)])).toMatchObject({
      chunks: [start, finish],
      codes: [],
    })
  })
})
