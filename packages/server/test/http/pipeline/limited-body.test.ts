import { expect, test } from 'vitest'
import { type HttpRequest, RefusedBody } from '../../../src/http/pipeline/http-request.ts'
import { bodyText, readBody } from '../../../src/http/pipeline/limited-body.ts'
import { manualClock } from '../../../src/index.ts'

const bytes = (length: number) => new Uint8Array(length)

const requestOf = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  ({ header: (name: string) => headers[name] ?? null, body: () => body }) as HttpRequest

/** A body that the test sends, read to at most 10 bytes. */
function openBody() {
  const clock = manualClock(0)
  let send = (_part: Uint8Array) => {}
  let end = (_failure?: unknown) => {}
  let left = 0
  const body = {
    read(onPart: typeof send, onEnd: typeof end) {
      send = onPart
      end = onEnd
      return () => {
        left += 1
      }
    },
  }
  const read = readBody(requestOf(body), 10, clock)
  return { clock, read, send, end, left: () => left }
}

test('a body that content-length says is too large is refused unread', async () => {
  let reads = 0
  const read = () => {
    reads += 1
    throw new Error('read')
  }
  const request = requestOf({ read }, { 'content-length': '101' })
  expect(await readBody(request, 100, manualClock(0))).toEqual({ bytes: bytes(0), tooLarge: true })
  expect(reads).toBe(0)
})

test('a body whose content-length is what it takes is read', async () => {
  const request = requestOf(bytes(10), { 'content-length': '10' })
  expect((await readBody(request, 10, manualClock(0))).tooLarge).toBe(false)
})

test.each([
  ['no body', null, { bytes: bytes(0), tooLarge: false }],
  ['as many bytes as it takes', bytes(10), { bytes: bytes(10), tooLarge: false }],
  ['one byte more', bytes(11), { bytes: bytes(10), tooLarge: true }],
  [
    'a body that its host refused',
    new RefusedBody(5),
    { bytes: bytes(0), tooLarge: true, hostLimit: 5 },
  ],
])('%s is read at once', async (_name, body, read) => {
  expect(await readBody(requestOf(body), 10, manualClock(0))).toEqual(read)
})

test('the parts of a body are put together', async () => {
  const { read, send, end, left } = openBody()
  send(new Uint8Array([1, 2]))
  send(bytes(8))
  end()
  expect([...(await read).bytes]).toEqual([1, 2, 0, 0, 0, 0, 0, 0, 0, 0])
  expect([(await read).tooLarge, left()]).toEqual([false, 0])
})

test('a body is left once it is too large', async () => {
  const { read, send, left } = openBody()
  send(bytes(4))
  send(bytes(7))
  expect(await read).toMatchObject({ tooLarge: true, bytes: { length: 10 } })
  expect(left()).toBe(1)
})

test('a body that breaks off is refused, with the cause for the log', async () => {
  const { clock, read, end, left } = openBody()
  const cause = new Error('reset')
  end(cause)
  await expect(read).rejects.toMatchObject({ code: 'invalid_request', cause })
  clock.advance(60_000)
  expect(left()).toBe(0)
})

test('a body that takes over a minute is left and refused', async () => {
  const { clock, read, send, left } = openBody()
  clock.advance(59_999)
  send(bytes(1))
  expect(left()).toBe(0)
  clock.advance(1)
  await expect(read).rejects.toMatchObject({
    code: 'invalid_request',
    cause: new Error('The body took too long.'),
  })
  expect(left()).toBe(1)
})

test('a body whose end has come is not waited for', async () => {
  const { clock, read, end, left } = openBody()
  end()
  await read
  clock.advance(60_000)
  expect(left()).toBe(0)
})

const json = { 'content-type': 'application/json' }
const read = (length: number) => ({ bytes: bytes(length).fill(0xff), tooLarge: false })

test.each([
  ['larger than the API takes', json, { ...read(10), tooLarge: true }, 'larger than 10 bytes.'],
  [
    'larger than its host takes',
    json,
    { ...read(0), tooLarge: true, hostLimit: 5 },
    'larger than 5 bytes, which is what the application that serves this API takes.',
  ],
  ['not JSON', {}, read(1), 'Send the body as `Content-Type: application/json`.'],
  ['of another type', { 'content-type': 'x application/json' }, read(1), 'Content-Type'],
  ['not UTF-8', json, read(1), 'The body is not valid UTF-8.'],
  ['compressed', { ...json, 'content-encoding': 'gzip' }, read(1), 'The body is compressed.'],
])('a body that is %s is refused and told why', (_fault, headers, body, detail) => {
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
