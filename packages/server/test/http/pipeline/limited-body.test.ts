import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type HttpRequest, RefusedBody } from '../../../src/http/pipeline/http-request.ts'
import { bodyText, readBody } from '../../../src/http/pipeline/limited-body.ts'
import { manualClock } from '../../../src/index.ts'

const bytes = (length: number) => new Uint8Array(length)

const requestOf = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ({ header: (name: string) => headers[name] ?? null, body: () => body }) as HttpRequest

/** The body of a Node request. When its reader leaves, the rest is dropped. */
function nodeBody() {
  const body = new Readable({ read() {} })
  return {
    body,
    send: (part: Uint8Array) => void body.push(part),
    end: () => void body.push(null),
    breakOff: (cause: Error) => void body.destroy(cause),
    isDropped: () => body.listenerCount('end') === 0 && body.listenerCount('data') === 1,
  }
}

/** The body of a standard request. It is canceled when its reader leaves. */
function standardBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isDropped = false
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    cancel() {
      isDropped = true
    },
  })
  return {
    body,
    send: (part: Uint8Array) => controller?.enqueue(part),
    end: () => controller?.close(),
    breakOff: (cause: Error) => controller?.error(cause),
    isDropped: () => isDropped,
  }
}

test('a body that is too large by its content-length is refused without being read', async () => {
  const { body } = nodeBody()
  const request = requestOf(body, { 'content-length': '101' })
  expect(await readBody(request, 100, manualClock(0))).toEqual({ bytes: bytes(0), tooLarge: true })
  expect(body.readableDidRead).toBe(false)
})

test('a body with the right content-length is read', async () => {
  const request = requestOf(bytes(10), { 'content-length': '10' })
  expect((await readBody(request, 10, manualClock(0))).tooLarge).toBe(false)
})

test.each([
  ['no body', null, { bytes: bytes(0), tooLarge: false }],
  ['as many bytes as allowed', bytes(10), { bytes: bytes(10), tooLarge: false }],
  ['one byte more', bytes(11), { bytes: bytes(10), tooLarge: true }],
  [
    'a body that its host refused',
    new RefusedBody(5),
    { bytes: bytes(0), tooLarge: true, hostLimit: 5 },
  ],
])('the reading of %s ends at once', async (_name, body, read) => {
  expect(await readBody(requestOf(body), 10, manualClock(0))).toEqual(read)
})

describe.each([
  ['of Node', nodeBody],
  ['of a standard request', standardBody],
])('a body %s', (_kind, open) => {
  /** A body that the test sends, and at most 10 bytes of which are read. */
  function openBody() {
    const clock = manualClock(0)
    const sent = open()
    return { ...sent, clock, read: readBody(requestOf(sent.body), 10, clock) }
  }

  test('is assembled from its parts', async () => {
    const { read, send, end, isDropped, clock } = openBody()
    send(new Uint8Array([1, 2]))
    send(bytes(8))
    end()
    expect([...(await read).bytes]).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 0])
    clock.advance(60_000)
    expect([(await read).tooLarge, isDropped()]).toEqual([false, false])
  })

  test('is not read any further once it is too large', async () => {
    const { read, send, isDropped } = openBody()
    send(bytes(4))
    send(bytes(7))
    expect(await read).toMatchObject({ tooLarge: true, bytes: { length: 10 } })
    await new Promise(setImmediate)
    expect(isDropped()).toBe(true)
  })

  test('that breaks off is refused, with the cause for the log', async () => {
    const { clock, read, breakOff } = openBody()
    const cause = new Error('reset')
    breakOff(cause)
    await expect(read).rejects.toMatchObject({ code: 'invalid_request', cause })
    clock.advance(60_000)
  })

  test('that takes over a minute is refused', async () => {
    const { clock, read, send, isDropped } = openBody()
    clock.advance(59_999)
    send(bytes(1))
    await new Promise(setImmediate)
    expect(isDropped()).toBe(false)
    clock.advance(1)
    await expect(read).rejects.toMatchObject({
      code: 'invalid_request',
      cause: new Error('The body took too long.'),
    })
    await new Promise(setImmediate)
    expect(isDropped()).toBe(true)
  })
})

test('a body whose sender disconnected before it was read is refused', async () => {
  const { body } = nodeBody()
  body.destroy()
  const read = readBody(requestOf(body), 10, manualClock(0))
  await expect(read).rejects.toMatchObject({ code: 'invalid_request' })
})

test('after 8 MB of an unwanted body, its connection ends', async () => {
  const { body, send } = nodeBody()
  const read = readBody(requestOf(body), 10, manualClock(0))
  send(bytes(11))
  await read
  for (let megabyte = 0; megabyte < 8; megabyte++) send(bytes(1_048_576))
  await new Promise(setImmediate)
  expect(body.destroyed).toBe(false)
  send(bytes(1))
  await new Promise(setImmediate)
  expect(body.destroyed).toBe(true)
})

const json = { 'content-type': 'application/json' }
const read = (length: number) => ({ bytes: bytes(length).fill(0xff), tooLarge: false })

test.each([
  ['larger than the API takes', json, { ...read(10), tooLarge: true }, 'larger than 10 bytes.'],
  [
    'larger than its host takes',
    json,
    { ...read(0), tooLarge: true, hostLimit: 5 },
    'larger than 5 bytes, which is the most that the application that serves this API accepts.',
  ],
  ['of no type', {}, read(1), 'Send the body as `Content-Type: application/json`.'],
  ['of another type', { 'content-type': 'x application/json' }, read(1), 'Content-Type'],
  ['not UTF-8', json, read(1), 'The body is not valid UTF-8.'],
  ['compressed', { ...json, 'content-encoding': 'gzip' }, read(1), 'The body is compressed.'],
])('a body that is %s is refused with the reason', (_fault, headers, body, detail) => {
  expect(() => bodyText(requestOf(null, headers), body, 10)).toThrow(detail)
})

test('a compressed body is refused for its header', () => {
  const headers = { ...json, 'content-encoding': 'gzip' }
  expect(() => bodyText(requestOf(null, headers), read(1), 10)).toThrow(
    expect.objectContaining({ param: 'Content-Encoding' }),
  )
})

test('an empty body has no type to check', () => {
  expect(bodyText(requestOf(null), read(0), 10)).toBe('')
})
