import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ResponseError, TimeoutError } from '../../src/index.ts'
import { clientOver } from '../support/client-over.ts'
import { failureOf } from '../support/failure-of.ts'
import { nextTick } from '../support/next-tick.ts'
import {
  clientOf,
  cutOff,
  json,
  page,
  type Reply,
  startServer,
} from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

const text = (body: string): Reply => page(200, body)

const cutOffChunks: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"object":')
  setImmediate(() => response.socket?.destroy())
}

describe('an unusable answer is a ResponseError', () => {
  const badAnswers: [string, Reply, Partial<ResponseError>][] = [
    ['an empty body', text(''), { code: 'response_not_json', body: '' }],
    ['an HTML page', text('<html>'), { code: 'response_not_json', body: '<html>' }],
    ['broken JSON', text('{"id": "ct_1"'), { code: 'response_not_json' }],
    ['a JSON text', text('"hello"'), { code: 'response_unexpected' }],
    ['null', text('null'), { code: 'response_unexpected' }],
    ['a JSON list', text('[{"id":"ct_1"}]'), { code: 'response_unexpected' }],
    [
      'an HTML 403',
      page(403, 'Denied by the firewall'),
      { code: 'response_unexpected', status: 403 },
    ],
    [
      'a JSON 400 from another program',
      json({ error: 'no' }, 400),
      { code: 'response_unexpected', status: 400 },
    ],
    ['a body that is cut off', cutOff, { code: 'response_truncated' }],
    [
      'a body of unknown length that is cut off',
      cutOffChunks,
      { code: 'response_truncated', body: '{"object":' },
    ],
  ]
  test.each(badAnswers)('%s', async (_name, reply, expected) => {
    const server = await startServer(reply)
    const client = clientOf(server, { clock: createTestClock(), maxRetries: 0 })
    const error = await failureOf(client.contacts.get('ct_1'))
    expect(error).toBeInstanceOf(ResponseError)
    expect(error).toMatchObject({
      status: 200,
      operation: 'contacts.get',
      attempts: 1,
      ...expected,
    })
  })

  test('a list without data', async () => {
    const server = await startServer(json({ object: 'list' }))
    const error = await failureOf(clientOf(server).contacts.list())
    expect(error).toMatchObject({ code: 'response_unexpected', name: 'ResponseError' })
  })
})

test('the error of an HTML page keeps its first 2 KB, but prints no email address from them', async () => {
  const server = await startServer(page(502, `secret of ada@example.com ${'x'.repeat(5_000)}`))
  const client = clientOf(server, { clock: createTestClock() })
  const error = await failureOf(client.contacts.get('ct_1'))
  expect(error).toBeInstanceOf(ResponseError)
  expect(error).toMatchObject({ status: 502, retryable: true, attempts: 3 })
  expect((error as ResponseError).body).toHaveLength(2_048)
  expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain('ada@example.com')
})

test('a body of exactly the limit is accepted, and one byte more is refused', async () => {
  const text = JSON.stringify({ id: 'ct_1', text: 'é'.repeat(100) })
  const server = await startServer(page(200, text))
  const bytes = Buffer.byteLength(text)
  const exact = clientOf(server, { maxResponseBytes: bytes })
  expect(await exact.contacts.get('ct_1')).toEqual(JSON.parse(text))
  const tooSmall = clientOf(server, { maxResponseBytes: bytes - 1 })
  expect(await failureOf(tooSmall.contacts.get('ct_1'))).toMatchObject({
    code: 'response_too_large',
    message: expect.stringContaining(`The answer has more than ${bytes - 1} bytes.`),
  })
})

test('the error of an answer without JSON says what was expected, and keeps the body', async () => {
  const server = await startServer(page(200, ''), page(200, '<html>'))
  const client = clientOf(server)
  const failures = [await failureOf(client.me.get()), await failureOf(client.me.get())]
  const expectedText =
    'Expected a JSON object, but got 200 (text/html). Check baseUrl and the proxies.'
  const code = 'response_not_json'
  expect(failures).toMatchObject([
    { code, message: expect.stringContaining(`: ${expectedText} (`), body: '' },
    {
      code,
      message: expect.stringContaining(`: ${expectedText} The body begins with: <html> (`),
      body: '<html>',
    },
  ])
})

test('a body over the limit is refused, even if it is small when compressed', async () => {
  const bomb: Reply = (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(JSON.stringify({ text: 'x'.repeat(1_000_000) })))
  }
  const server = await startServer(bomb, json({ text: 'x'.repeat(2_000) }), json({ id: 'ct_1' }))
  const client = clientOf(server, { maxResponseBytes: 1_000 })
  for (let answer = 0; answer < 2; answer++) {
    expect(await failureOf(client.contacts.get('ct_1'))).toMatchObject({
      code: 'response_too_large',
      retryable: false,
    })
  }
  expect(await client.contacts.get('ct_1')).toEqual({ id: 'ct_1' })
})

test('the status of a refusal counts, even if its body is cut off or too long', async () => {
  const cutOff404: Reply = (response) => {
    response.writeHead(404, { 'content-length': '100' }).write('{"code":')
    setImmediate(() => response.socket?.destroy())
  }
  const server = await startServer(cutOff404, page(503, 'x'.repeat(5_000)), json({ id: 'ct_1' }))
  const client = clientOf(server, { clock: createTestClock(), maxResponseBytes: 1_000 })
  expect(await failureOf(client.contacts.get('ct_1'))).toMatchObject({
    code: 'response_unexpected',
    status: 404,
    attempts: 1,
  })
  expect((await client.contacts.get('ct_1').withMeta()).meta.attempts).toBe(2)
})

test('a body that is not read to its end is canceled, so that its connection is free', async () => {
  const canceled: string[] = []
  const endless = (name: string, init: ResponseInit) => {
    const pull = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new Uint8Array(600))
    return new Response(new ReadableStream({ pull, cancel: () => void canceled.push(name) }), init)
  }
  const answers = [
    endless('redirect', { status: 307, headers: { location: '/v2/me' } }),
    endless('too large', { status: 200 }),
  ]
  const nextAnswer = async () => answers.shift() ?? expect.fail('one request too many')
  const client = clientOver(nextAnswer, { maxResponseBytes: 1_000 })
  expect(await failureOf(client.me.get())).toMatchObject({ code: 'response_too_large' })
  expect(canceled).toEqual(['redirect', 'too large'])
})

test('a body that stalls is canceled, even if the fetch ignores its signal', async () => {
  const clock = createTestClock()
  let cancelReason: unknown
  const cancel = (reason: unknown) => {
    cancelReason = reason
  }
  const stalled = async () => new Response(new ReadableStream({ cancel }))
  const client = clientOver(stalled, { timeout: 1_234, maxRetries: 0, clock })
  const failure = failureOf(client.me.get())
  await nextTick()
  clock.expire()
  expect(await failure).toBeInstanceOf(TimeoutError)
  expect(cancelReason).toBeInstanceOf(TimeoutError)
})

test('characters that are split over network chunks stay whole', async () => {
  const bytes = Buffer.from(JSON.stringify({ name: 'Zoë 🚪' }))
  const server = await startServer(async (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (const byte of bytes) {
      response.write(Buffer.from([byte]))
      await nextTick()
    }
    response.end()
  })
  expect(await clientOf(server).contacts.get('ct_1')).toEqual({ name: 'Zoë 🚪' })
})

describe('a redirect', () => {
  const to = (location: string, status = 307): Reply => {
    return (response) => response.writeHead(status, { location }).end()
  }

  test('within the origin is followed, with method, body and headers', async () => {
    const server = await startServer(to('/v2/contacts'), json({ id: 'ct_1' }))
    await clientOf(server).contacts.upsert({ email: 'ada@example.com' })
    const [first, second] = server.seen
    expect(second).toEqual({ ...first, url: '/v2/contacts' })
  })

  test('without a target is refused', async () => {
    const server = await startServer((response) => response.writeHead(307).end())
    expect(await failureOf(clientOf(server).me.get())).toMatchObject({
      code: 'redirect_refused',
      message: expect.stringContaining('redirects to an unknown address'),
    })
    expect(server.seen).toHaveLength(1)
  })

  test('is followed three times, and no more', async () => {
    const three = await startServer(to('/a'), to('/b'), to('/c'), json({ id: 'ct_1' }))
    expect(await clientOf(three).contacts.get('ct_1')).toEqual({ id: 'ct_1' })
    expect(three.seen.map(({ url }) => url)).toEqual(['/v1/contacts/ct_1', '/a', '/b', '/c'])
    const four = await startServer(to('/a'), to('/b'), to('/c'), to('/d'), json({}))
    expect(await failureOf(clientOf(four).contacts.get('ct_1'))).toMatchObject({
      code: 'redirect_refused',
      message: expect.stringContaining(four.origin),
    })
    expect(four.seen).toHaveLength(4)
  })

  test('of a read is followed, and a redirect of a write only if it stays a write', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await startServer(to('/v2/x', status), json({ id: 'ct_1' }))
      const client = clientOf(server)
      expect(await client.contacts.get('ct_1')).toEqual({ id: 'ct_1' })
      const redirectingServer = await startServer(to('/v2/x', status), json({ id: 'ct_1' }))
      const { ok } = await clientOf(redirectingServer).contacts.update('ct_1', {}).safe()
      expect(ok).toBe(status >= 307)
    }
  })

  test.each([300, 304])('is not followed if its status is %i', async (status) => {
    const server = await startServer((response) =>
      response.writeHead(status, { location: '/v2/x' }).end(),
    )
    const error = await failureOf(clientOf(server).contacts.get('ct_1'))
    expect(error).toMatchObject({ code: 'response_unexpected', status })
    expect(server.seen).toHaveLength(1)
  })

  test('that the runtime hides is refused', async () => {
    const hiddenRedirect = Object.defineProperty(Response.error(), 'type', {
      value: 'opaqueredirect',
    })
    expect(await failureOf(clientOver(async () => hiddenRedirect).me.get())).toMatchObject({
      code: 'redirect_refused',
      message: expect.stringContaining('an unknown address'),
    })
  })

  test('to another origin is refused, and nothing is sent there', async () => {
    const otherServer = await startServer(json({ id: 'ct_1' }))
    const server = await startServer(to(`${otherServer.origin}/v1/contacts`))
    const error = await failureOf(clientOf(server).contacts.get('ct_1'))
    expect(error).toMatchObject({ code: 'redirect_refused', status: 307 })
    expect(otherServer.seen).toEqual([])
    expect(server.seen).toHaveLength(1)
  })

  test('with a user and a password in its address is refused', async () => {
    const server = await startServer((response, { headers }) =>
      response.writeHead(307, { location: `http://ada:secret@${headers.host}/v1/me` }).end(),
    )
    const error = await failureOf(clientOf(server).contacts.get('ct_1'))
    expect(error).toMatchObject({ code: 'redirect_refused', status: 307 })
    expect(error).toMatchObject({ message: expect.not.stringContaining('secret') })
    expect(server.seen).toHaveLength(1)
  })

  const refusals: [string, number, Reply][] = [
    ['that would turn a write into a read', 1, to('/v2/contacts', 302)],
    ['that never ends', 4, to('/v1/contacts')],
    ['to something that is not an address', 1, to('https://')],
  ]
  test.each(refusals)('%s is refused after %i requests', async (_name, requests, reply) => {
    const server = await startServer(reply)
    const error = await failureOf(clientOf(server).contacts.upsert({ email: 'ada@example.com' }))
    expect(error).toMatchObject({ name: 'ResponseError', code: 'redirect_refused', body: '' })
    expect(server.seen).toHaveLength(requests)
  })
})
