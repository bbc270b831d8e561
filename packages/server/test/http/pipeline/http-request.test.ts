import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  bodyText,
  fromStandard,
  type HttpRequest,
  RefusedBody,
  readBody,
} from '../../../src/http/pipeline/http-request.ts'
import { manualClock } from '../../../src/index.ts'

const address = 'http://localhost/v1/contacts?limit=5'

test('a standard request is read unchanged, and its signal is followed', () => {
  const client = new AbortController()
  const init = { headers: { Accept: 'a/b' }, signal: client.signal }
  const read = fromStandard(new Request(address, init))
  expect(read).toMatchObject({ method: 'GET', pathname: '/v1/contacts', search: '?limit=5' })
  expect([read.header('accept'), read.header('cookie'), read.body()]).toEqual(['a/b', null, null])
  expect(read.signal().aborted).toBe(false)
  client.abort()
  expect(read.signal().aborted).toBe(true)
})

const bytes = (length: number) => new Uint8Array(length)

const requestOf = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ({ header: (name: string) => headers[name] ?? null, body: () => body }) as HttpRequest

/** The body of a Node request. When its reader stops, the rest is discarded. */
function nodeBody() {
  const body = new Readable({ read() {} })
  return {
    body,
    send: (part: Uint8Array) => void body.push(part),
    end: () => void body.push(null),
    breakOff: (cause: Error) => void body.destroy(cause),
    isDiscarded: () => body.listenerCount('end') === 0 && body.listenerCount('data') === 1,
  }
}

/** The body of a standard request. It is canceled when its reader stops. */
function standardBody() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isDiscarded = false
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    cancel() {
      isDiscarded = true
    },
  })
  return {
    body,
    send: (part: Uint8Array) => controller?.enqueue(part),
    end: () => controller?.close(),
    breakOff: (cause: Error) => controller?.error(cause),
    isDiscarded: () => isDiscarded,
  }
}

test('a body whose Content-Length is too large is refused without being read', async () => {
  const { body } = nodeBody()
  const request = requestOf(body, { 'content-length': '101' })
  expect(await readBody(request, 100, manualClock(0))).toEqual({ bytes: bytes(0), tooLarge: true })
  expect(body.readableDidRead).toBe(false)
})

test('a body with an allowed Content-Length is read', async () => {
  const request = requestOf(bytes(10), { 'content-length': '10' })
  expect((await readBody(request, 10, manualClock(0))).tooLarge).toBe(false)
})

test.each([
  ['no body', null, { bytes: bytes(0), tooLarge: false }],
  ['a body as long as the limit', bytes(10), { bytes: bytes(10), tooLarge: false }],
  [
    'a body that is one byte longer than the limit',
    bytes(11),
    { bytes: bytes(10), tooLarge: true },
  ],
  [
    'a body that the host refused',
    new RefusedBody(5),
    { bytes: bytes(0), tooLarge: true, hostLimit: 5 },
  ],
])(
  'the reading of %s returns the allowed bytes, and whether there were more',
  async (_name, body, read) => {
    expect(await readBody(requestOf(body), 10, manualClock(0))).toEqual(read)
  },
)

describe.each([
  ['of Node', nodeBody],
  ['of a standard request', standardBody],
])('a body %s', (_kind, open) => {
  /** A body that the test sends. At most 10 bytes of it are read. */
  function openBody() {
    const clock = manualClock(0)
    const sent = open()
    return { ...sent, clock, read: readBody(requestOf(sent.body), 10, clock) }
  }

  test('is assembled from its parts', async () => {
    const { read, send, end, isDiscarded, clock } = openBody()
    send(new Uint8Array([1, 2]))
    send(bytes(8))
    end()
    expect([...(await read).bytes]).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 0])
    clock.advance(60_000)
    expect([(await read).tooLarge, isDiscarded()]).toEqual([false, false])
  })

  test('is discarded once it is too large', async () => {
    const { read, send, isDiscarded } = openBody()
    send(bytes(4))
    send(bytes(7))
    expect(await read).toMatchObject({ tooLarge: true, bytes: { length: 10 } })
    await new Promise(setImmediate)
    expect(isDiscarded()).toBe(true)
  })

  test('that breaks off is refused, with the cause for the log', async () => {
    const { clock, read, breakOff } = openBody()
    const cause = new Error('reset')
    breakOff(cause)
    await expect(read).rejects.toMatchObject({ code: 'invalid_request', cause })
    clock.advance(60_000)
  })

  test('that is incomplete after a minute is refused', async () => {
    const { clock, read, send, isDiscarded } = openBody()
    clock.advance(59_999)
    send(bytes(1))
    await new Promise(setImmediate)
    expect(isDiscarded()).toBe(false)
    clock.advance(1)
    await expect(read).rejects.toMatchObject({
      code: 'invalid_request',
      cause: new Error('The body took too long.'),
    })
    await new Promise(setImmediate)
    expect(isDiscarded()).toBe(true)
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
const readBytes = (length: number) => ({ bytes: bytes(length).fill(0xff), tooLarge: false })

test.each([
  [
    'that is larger than the API accepts',
    json,
    { ...readBytes(10), tooLarge: true },
    'larger than 10 bytes.',
  ],
  [
    'that is larger than its host accepts',
    json,
    { ...readBytes(0), tooLarge: true, hostLimit: 5 },
    'larger than 5 bytes, the limit of the body parser in front of this API.',
  ],
  [
    'without a content type',
    {},
    readBytes(1),
    'Send the body as `Content-Type: application/json`.',
  ],
  [
    'of another content type',
    { 'content-type': 'x application/json' },
    readBytes(1),
    'Content-Type',
  ],
  ['that is not UTF-8', json, readBytes(1), 'The body is not valid UTF-8.'],
  [
    'that is compressed',
    { ...json, 'content-encoding': 'gzip' },
    readBytes(1),
    'The body is compressed.',
  ],
])('a body %s is refused with the reason', (_fault, headers, body, detail) => {
  expect(() => bodyText(requestOf(null, headers), body, 10)).toThrow(detail)
})

test('the refusal of a compressed body names the header', () => {
  const headers = { ...json, 'content-encoding': 'gzip' }
  expect(() => bodyText(requestOf(null, headers), readBytes(1), 10)).toThrow(
    expect.objectContaining({ param: 'Content-Encoding' }),
  )
})

test('an empty body needs no content type', () => {
  expect(bodyText(requestOf(null), readBytes(0), 10)).toBe('')
})
