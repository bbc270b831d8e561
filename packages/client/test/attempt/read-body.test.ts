import { expect, test } from 'vitest'
import { readBody } from '../../src/attempt/read-body.ts'
import { failureOf } from '../support/failure-of.ts'

/** An answer whose body arrives in these pieces, and then ends or breaks. */
function inPieces(pieces: readonly Uint8Array[], cause?: Error): Response {
  const rest = [...pieces]
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const piece = rest.shift()
    if (piece) controller.enqueue(piece)
    else if (cause) controller.error(cause)
    else controller.close()
  }
  return new Response(new ReadableStream({ pull }))
}

const upTo = (maxBytes: number, signal = new AbortController().signal) => ({
  maxBytes,
  signal,
  redact: (text: string) => text,
})

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a character split into two pieces is joined', async () => {
  const bytes = bytesOf('{"name":"Zoë"}')
  const pieces = Array.from(bytes, (_byte, index) => bytes.slice(index, index + 1))
  expect(await readBody(inPieces(pieces), upTo(99))).toBe('{"name":"Zoë"}')
})

test('the error of a body that breaks has the part that arrived, and the cause', async () => {
  const cause = new Error('other side closed')
  const read = readBody(inPieces([bytesOf('{"id"'), bytesOf(':')], cause), upTo(99))
  expect(await failureOf(Promise.resolve(read))).toMatchObject({
    code: 'response_truncated',
    status: 200,
    body: '{"id":',
    retryable: true,
    cause,
  })
})

test('a body is read up to the limit, and refused beyond it', async () => {
  const pieces = [bytesOf('abc'), bytesOf('def')]
  expect(await readBody(inPieces(pieces), upTo(6))).toBe('abcdef')
  expect(await failureOf(Promise.resolve(readBody(inPieces(pieces), upTo(5))))).toMatchObject({
    code: 'response_too_large',
    body: 'abcdef',
  })
})

test('an answer without a body is empty, and may be aborted later', async () => {
  const controller = new AbortController()
  const response = new Response(null, { status: 204 })
  expect(await readBody(response, upTo(99, controller.signal))).toBe('')
  controller.abort()
})

test('a body that is aborted while it is read is canceled with the reason', async () => {
  const controller = new AbortController()
  const reason = new Error('the user left')
  const canceled = new Promise((resolve) => {
    const body = new ReadableStream({ cancel: resolve })
    void readBody(new Response(body), upTo(99, controller.signal))
  })
  controller.abort(reason)
  expect(await canceled).toBe(reason)
})
