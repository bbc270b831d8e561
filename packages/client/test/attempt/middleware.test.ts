import { describe, expect, test } from 'vitest'
import { type AttemptContext, createClient, type Middleware } from '../../src/index.ts'
import { failureOf } from '../support/failure-of.ts'
import { clientOf, json, page, startServer } from '../support/scripted-server.ts'
import { createTestClock } from '../support/test-clock.ts'

describe('middleware', () => {
  test('wraps every attempt, and the first middleware is outermost', async () => {
    const server = await startServer(page(503), json({}))
    const steps: string[] = []
    const contexts: AttemptContext[] = []
    const namedLayer =
      (name: string): Middleware =>
      async (request, next, context) => {
        steps.push(`${name} in`)
        contexts.push(context)
        const response = await next(request)
        steps.push(`${name} out ${response.status}`)
        return response
      }
    const middleware = [namedLayer('a'), namedLayer('b')]
    const client = clientOf(server, { middleware, clock: createTestClock() })
    await client.contacts.update('ct_1', {})
    expect(steps).toEqual([
      ...['a in', 'b in', 'b out 503', 'a out 503'],
      ...['a in', 'b in', 'b out 200', 'a out 200'],
    ])
    expect(contexts[3]).toEqual({
      operation: { id: 'contacts.update', method: 'PATCH', path: '/contacts/{id}', heavy: false },
      attempt: 2,
      idempotencyKey: server.seen[0]?.headers['idempotency-key'],
    })
  })

  test('changes a request by passing on a changed copy', async () => {
    const server = await startServer(json({}))
    const client = clientOf(server, {
      middleware: [
        (request, next) =>
          next({
            ...request,
            url: `${request.url}?trace=1`,
            headers: { ...request.headers, traceparent: '00-1' },
          }),
      ],
    })
    await client.contacts.get('ct_1')
    expect(server.seen[0]).toMatchObject({
      url: '/v1/contacts/ct_1?trace=1',
      headers: { traceparent: '00-1' },
    })
  })

  test('may answer in place of the server', async () => {
    const client = createClient({
      apiKey: 'dk_test_secret',
      baseUrl: 'https://api.example.com/v1',
      fetch: () => expect.fail('the request was sent'),
      middleware: [async () => Response.json({ id: 'ct_cached' })],
    })
    expect(await client.contacts.get('ct_1')).toEqual({ id: 'ct_cached' })
  })

  test('cannot send the API key to another host', async () => {
    const otherServer = await startServer(json({}))
    const client = clientOf(await startServer(json({})), {
      middleware: [(request, next) => next({ ...request, url: `${otherServer.origin}/v1/me` })],
    })
    expect(await failureOf(client.me.get())).toMatchObject({ code: 'invalid_argument' })
    expect(otherServer.seen).toEqual([])
  })

  test('that throws ends the call immediately with its own error', async () => {
    const server = await startServer(page(503))
    const mistake = new Error('no trace id')
    const client = clientOf(server, {
      clock: createTestClock(),
      middleware: [
        async (request, next) => {
          await next(request)
          throw mistake
        },
      ],
    })
    expect(await failureOf(client.me.get())).toBe(mistake)
    expect(server.seen).toHaveLength(1)
  })

  test('whose own call fails is not retried', async () => {
    const tokenServer = await startServer(page(503))
    const tokens = clientOf(tokenServer, { maxRetries: 0 })
    const server = await startServer(json({}))
    const client = clientOf(server, {
      middleware: [
        async (request, next) => {
          await tokens.me.get()
          return next(request)
        },
      ],
    })
    expect(await failureOf(client.contacts.get('ct_1'))).toMatchObject({ operation: 'me.get' })
    expect(tokenServer.seen).toHaveLength(1)
    expect(server.seen).toEqual([])
  })

  test('that never answers does not delay the abort of a call', async () => {
    const controller = new AbortController()
    const client = clientOf(await startServer(json({})), {
      middleware: [
        () => {
          controller.abort()
          return new Promise(() => {})
        },
      ],
    })
    const call = client.me.get({ signal: controller.signal })
    expect(await failureOf(call)).toMatchObject({ code: 'aborted' })
  })
})
