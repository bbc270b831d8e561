import { describe, expect, test, vi } from 'vitest'
import { decodeChunks } from '../src/decode-chunks.ts'
import { readDirect } from '../src/read-direct.ts'
import type { DirectAnswer, WholeBody } from '../src/whole-body.ts'
import { failureOf } from './failure-of.ts'

const { signal } = new AbortController()
const bodyText = '{"id":"ct_1"}'
const bytes = bodyText.length

/** An answer with a body of 13 bytes, and whether it was asked for all of them at once. */
function answer(headers: Record<string, string>, status = 200) {
  const response = new Response(bodyText, { status, headers })
  return { response, readAtOnce: vi.spyOn(response, 'text') }
}

describe('a body', () => {
  const known = { 'content-length': String(bytes) }
  const rows: [string, Record<string, string>, number, boolean][] = [
    ['whose length is the limit is read in one piece', known, 200, true],
    ['of unknown length is read piece by piece', {}, 200, false],
    [
      'that was compressed is read piece by piece: it is longer than its length says',
      { ...known, 'content-encoding': 'gzip' },
      200,
      false,
    ],
    ['of a refusal is read piece by piece: it counts as far as it came', known, 404, false],
  ]
  test.each(rows)('%s', async (_name, headers, status, atOnce) => {
    const { response, readAtOnce } = answer(headers, status)
    expect(await readDirect(response, bytes, signal)).toBe(bodyText)
    expect(readAtOnce).toHaveBeenCalledTimes(atOnce ? 1 : 0)
  })

  test('whose length is over the limit is never held as a whole', async () => {
    const { response, readAtOnce } = answer(known)
    const failure = await failureOf(Promise.resolve(readDirect(response, bytes - 1, signal)))
    expect(failure).toMatchObject({ code: 'response_too_large', status: 200 })
    expect(readAtOnce).not.toHaveBeenCalled()
  })

  test('that breaks before its known length is truncated, with nothing of it kept', async () => {
    const cause = new Error('other side closed')
    const broken = new ReadableStream({ start: (controller) => controller.error(cause) })
    const response = new Response(broken, { headers: known })
    const failure = await failureOf(Promise.resolve(readDirect(response, bytes, signal)))
    expect(failure).toMatchObject({ code: 'response_truncated', body: '', retryable: true, cause })
  })
})

test('of a body in one piece or in many, no more is decoded than the limit', () => {
  const pieces = (...texts: string[]) => texts.map((text) => new TextEncoder().encode(text))
  expect(decodeChunks(pieces('abcdef'), 4)).toBe('abcd')
  expect(decodeChunks(pieces('abc', 'def'), 4)).toBe('abcd')
  expect(decodeChunks(pieces('abc', 'é'), 99)).toBe('abcé')
  expect(decodeChunks([], 99)).toBe('')
})

describe('a transport that has a body as a whole', () => {
  const chunks = [new TextEncoder().encode(bodyText)]
  const direct = (body: WholeBody | Promise<WholeBody>) =>
    // Nothing but what is asked for: there is no stream to read.
    ({ status: 200, readWhole: () => body }) as Partial<DirectAnswer> as DirectAnswer
  const read = (body: WholeBody | Promise<WholeBody>) => readDirect(direct(body), bytes, signal)

  test('gives its text at once, or when it is there', async () => {
    expect(read({ chunks, end: 'complete' })).toBe(bodyText)
    expect(await read(Promise.resolve({ chunks, end: 'complete' }))).toBe(bodyText)
  })

  test('tells when it broke, and when it is too long', async () => {
    const cause = new Error('other side closed')
    expect(() => read({ chunks, end: 'broken', cause })).toThrow(
      expect.objectContaining({ code: 'response_truncated', body: bodyText, cause }),
    )
    const tooLong = read(Promise.resolve({ chunks, end: 'too-large' }))
    expect(await failureOf(Promise.resolve(tooLong))).toMatchObject({
      code: 'response_too_large',
      body: bodyText,
    })
  })
})
