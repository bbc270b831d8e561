import { describe, expect, test } from 'vitest'
import {
  type AttemptRecord,
  type CallContext,
  createClient,
  type Middleware,
  TimeoutError,
  type WrapAttempt,
  type WrapCall,
} from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, page, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

const person = { id: 'ct_1', object: 'contact' }

describe('middleware of calls', () => {
  test('wraps the call with all its attempts, and the first middleware is outermost', async () => {
    const server = await startServer(page(503), page(503), json(person))
    const steps: string[] = []
    const namedLayer = (name: string): Middleware => ({
      async wrapCall(next) {
        steps.push(`${name} in`)
        const result = await next()
        steps.push(`${name} out ${result.meta.attempts}`)
        return result
      },
    })
    const client = clientOf(server, {
      middleware: [namedLayer('a'), namedLayer('b')],
      clock: createTestClock(),
    })
    expect(await client.contacts.get('ct_1')).toEqual(person)
    expect(steps).toEqual(['a in', 'b in', 'b out 3', 'a out 3'])
  })

  test('gets the operation, and passes on hooks for the attempts', async () => {
    const server = await startServer(page(503), json(person))
    const contexts: CallContext[] = []
    const records: AttemptRecord[] = []
    const order: string[] = []
    const withHeader =
      (name: string): WrapAttempt =>
      (request, next, { attempt }) => {
        order.push(`${name} ${attempt}`)
        return next({ ...request, headers: { ...request.headers, [name]: String(attempt) } })
      }
    const client = clientOf(server, {
      clock: createTestClock(),
      random: () => 0.5,
      middleware: [
        {
          wrapCall(next, context) {
            contexts.push(context)
            return next({ attempt: withHeader('x-outer'), ended: (record) => records.push(record) })
          },
        },
        { wrapCall: (next) => next({ attempt: withHeader('x-inner') }) },
        withHeader('x-client'),
      ],
    })
    await client.contacts.update('ct_1', {})
    const operation = {
      id: 'contacts.update',
      method: 'PATCH',
      path: '/contacts/{id}',
      heavy: false,
    }
    expect(contexts).toEqual([{ operation, stream: false, logger: undefined }])
    expect(order).toEqual([1, 2].flatMap((n) => [`x-client ${n}`, `x-outer ${n}`, `x-inner ${n}`]))
    expect(server.seen[1]?.headers).toMatchObject({ 'x-client': '2', 'x-outer': '2' })
    const durationMs = expect.any(Number)
    expect(records).toEqual([
      { status: 503, code: 'response_unexpected', durationMs, delayMs: 125 },
      { status: 200, durationMs },
    ])
  })

  test('may change the result, or return its own', async () => {
    const server = await startServer(json(person))
    const client = clientOf(server, {
      middleware: [
        {
          async wrapCall(next, { operation }) {
            const { data, meta } = await next()
            return { data: { ...Object(data), from: operation.id }, meta }
          },
        },
      ],
    })
    expect(await client.contacts.get('ct_1')).toEqual({ ...person, from: 'contacts.get' })
    const meta = {
      requestId: undefined,
      status: 200,
      headers: new Headers(),
      rateLimit: undefined,
      attempts: 0,
      version: undefined,
      idempotencyKey: undefined,
      replayed: false,
    }
    const cached = createClient({
      apiKey: 'dk_test_secret',
      baseUrl: 'https://api.example.com/v1',
      fetch: () => expect.fail('the request was sent'),
      middleware: [{ wrapCall: async () => ({ data: person, meta }) }],
    })
    expect(await cached.contacts.get('ct_1').withMeta()).toEqual({ data: person, meta })
  })

  test('sees the final error of the call, and may throw another', async () => {
    const server = await startServer(page(503))
    const seen: unknown[] = []
    const mistake = new Error('breaker is open')
    const client = clientOf(server, {
      clock: createTestClock(),
      maxRetries: 1,
      middleware: [
        {
          async wrapCall(next) {
            await next().catch((error) => seen.push(error))
            throw mistake
          },
        },
      ],
    })
    expect(await failureOf(client.me.get())).toBe(mistake)
    expect(seen).toMatchObject([{ operation: 'me.get', attempts: 2, status: 503 }])
  })

  test('gets the record of an attempt that had no answer', async () => {
    const server = await startServer(() => {})
    const clock = createTestClock()
    const records: AttemptRecord[] = []
    const client = clientOf(server, {
      clock,
      maxRetries: 0,
      middleware: [{ wrapCall: (next) => next({ ended: (record) => records.push(record) }) }],
    })
    const failure = failureOf(client.me.get())
    await server.arrived(1)
    clock.expire()
    expect(await failure).toBeInstanceOf(TimeoutError)
    expect(records).toEqual([{ code: 'attempt_timeout', durationMs: 30_000 }])
  })

  test('gets no record of an attempt that a middleware ended by throwing', async () => {
    const server = await startServer()
    const records: AttemptRecord[] = []
    const thrownValues = [undefined, null, 'no', new RangeError('mine')]
    for (const reason of thrownValues) {
      const client = clientOf(server, {
        middleware: [
          () => Promise.reject(reason),
          { wrapCall: (next) => next({ ended: (record) => records.push(record) }) },
        ],
      })
      expect(await failureOf(client.me.get())).toBe(reason)
    }
    expect(records).toEqual([])
  })

  test('wraps each page of a list, streams and raw requests', async () => {
    const pageOf = (id: string, next_cursor: string | null) =>
      json({ object: 'list', data: [{ id }], has_more: next_cursor !== null, next_cursor })
    const server = await startServer(
      pageOf('ct_1', 'next'),
      pageOf('ct_2', null),
      (response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: [DONE]\n\n'),
      json({}),
    )
    const calls: string[] = []
    const client = clientOf(server, {
      middleware: [
        {
          wrapCall(next, { operation, stream }) {
            calls.push(`${operation.id} ${stream}`)
            return next()
          },
        },
      ],
    })
    await client.contacts.list().toArray({ limit: 9 })
    await client.chatSessions.stream('chs_1', { text: 'Hello' })
    await client.request({ method: 'GET', path: '/new' })
    expect(calls).toEqual([
      'contacts.list false',
      'contacts.list false',
      'chatSessions.stream true',
      'request false',
    ])
  })

  test('that calls next twice sends the same idempotency key twice', async () => {
    const server = await startServer(page(500), json({ id: 'ct_1' }))
    const repeatCall: WrapCall = async (next) => next().catch(() => next())
    const client = clientOf(server, { middleware: [{ wrapCall: repeatCall }], maxRetries: 0 })
    await client.contacts.upsert({ email: 'ada@example.com' })
    const keys = server.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0]])
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  })

  test('wraps a call once, even if it is awaited again', async () => {
    let calls = 0
    const client = clientOf(await startServer(json(person)), {
      middleware: [
        {
          wrapCall(next) {
            calls++
            return next()
          },
        },
      ],
    })
    const call = client.contacts.get('ct_1')
    await call
    await call
    expect(calls).toBe(1)
  })
})
