import { describe, expect, test, vi } from 'vitest'
import { readBody } from '../../src/attempt/read-body.ts'
import { type ReceivedBytes, textOf } from '../../src/undici/received-bytes.ts'
import { failureOf } from '../support/failure-of.ts'

const upTo = (maxBytes: number) => ({
  maxBytes,
  signal: new AbortController().signal,
  redact: (text: string) => text,
})
const bodyText = '{"id":"ct_1"}'
const bytes = bodyText.length

/** An answer with a body of 13 bytes, and a spy that is called if they are all read in one call. */
function answer(headers: Record<string, string>, status = 200) {
  const response = new Response(bodyText, { status, headers })
  return { response, readWhole: vi.spyOn(response, 'text') }
}

describe('a body', () => {
  const lengthHeader = { 'content-length': String(bytes) }
  const cases: [string, Record<string, string>, number, boolean][] = [
    ['whose length is the limit is read in one piece', lengthHeader, 200, true],
    ['of unknown length is read piece by piece', {}, 200, false],
    [
      'that was compressed is read piece by piece, because it is longer than its content-length',
      { ...lengthHeader, 'content-encoding': 'gzip' },
      200,
      false,
    ],
    [
      'of a refusal is read piece by piece, because a part of it is useful too',
      lengthHeader,
      404,
      false,
    ],
  ]
  test.each(cases)('%s', async (_name, headers, status, isReadWhole) => {
    const { response, readWhole } = answer(headers, status)
    expect(await readBody(response, upTo(bytes))).toBe(bodyText)
    expect(readWhole).toHaveBeenCalledTimes(isReadWhole ? 1 : 0)
  })

  test('longer than the limit is refused, and is never read in one piece', async () => {
    const { response, readWhole } = answer(lengthHeader)
    const failure = await failureOf(Promise.resolve(readBody(response, upTo(bytes - 1))))
    expect(failure).toMatchObject({ code: 'response_too_large', status: 200 })
    expect(readWhole).not.toHaveBeenCalled()
  })

  test('that ends before its known length is reported as truncated, and no part of it is kept', async () => {
    const cause = new Error('other side closed')
    const brokenBody = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"id"')),
      pull: (controller) => controller.error(cause),
    })
    const response = new Response(brokenBody, { headers: lengthHeader })
    const failure = await failureOf(Promise.resolve(readBody(response, upTo(bytes))))
    expect(failure).toMatchObject({ code: 'response_truncated', body: '', retryable: true, cause })
  })
})

describe('a body that is read as a whole', () => {
  const pieces = (...texts: string[]) => texts.map((text) => new TextEncoder().encode(text))
  const readText = (maxBytes: number, body: ReceivedBytes) => textOf(body, 200, upTo(maxBytes))

  test('is decoded up to the limit, in one piece or in many', () => {
    const decodedText = (maxBytes: number, ...texts: string[]) =>
      readText(maxBytes, { chunks: pieces(...texts), end: 'complete' })
    expect(decodedText(4, 'abcdef')).toBe('abcd')
    expect(decodedText(4, 'abc', 'def')).toBe('abcd')
    expect(decodedText(99, 'abc', 'é')).toBe('abcé')
    expect(decodedText(99)).toBe('')
  })

  test('is refused if it broke or is too long, and the error has the part that arrived', () => {
    const chunks = pieces(bodyText)
    const cause = new Error('other side closed')
    expect(() => readText(99, { chunks, end: 'broken', cause })).toThrow(
      expect.objectContaining({ code: 'response_truncated', body: bodyText, cause }),
    )
    expect(() => readText(99, { chunks, end: 'too-large' })).toThrow(
      expect.objectContaining({ code: 'response_too_large', body: bodyText }),
    )
  })
})
